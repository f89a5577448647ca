import { eventStreamStart, eventStreamStatus, eventStreamStop } from './event-stream.ts';
import { listSkills } from './list-skills.ts';
import { runSkill } from './run-skill.ts';

/** Tasks that a person shows once, and agents have done again. */
export const skills = [eventStreamStart, eventStreamStatus, eventStreamStop, listSkills, runSkill];
