import { eventStreamStart, eventStreamStatus, eventStreamStop } from './event-stream.ts';
import { listSkills, runSkill } from './skills.ts';

/** Tasks that the user demonstrates once, and agents repeat. */
export const skills = [eventStreamStart, eventStreamStatus, eventStreamStop, listSkills, runSkill];
