import { fileIn, type Site } from '../pages.ts';

/**
 * Each page begins an episode with a seed, without the ten-second limit and without the scores beside the task, and sends its own
 * verdict: `reward` 1 means done; partial rewards, 0 and -1 do not.
 * @param html the judge's `miniwob/html`
 */
export const episodes = (html: string): Site => ({
  file: (pathname) => fileIn(html, pathname),
  script: `
  addEventListener('load', () => setTimeout(() => {
    Math.seedrandom(new URLSearchParams(location.search).get('seed'));
    core.EPISODE_MAX_TIME = 3_600_000;
    const end = core.endEpisode;
    core.endEpisode = (reward, timed, reason) => {
      if (core.EP_TIMER !== null) send('/ended', { reward, reason: String(reason ?? '') });
      end(reward, timed, reason);
    };
    core.startEpisodeReal();
    core.hideDisplay();
    const begun = () => WOB_TASK_READY ? send('/begun', { sentence: document.getElementById('query').textContent.replace(/\\s+/g, ' ').trim() }) : setTimeout(begun, 50);
    begun();
  }, 100));`,
});
