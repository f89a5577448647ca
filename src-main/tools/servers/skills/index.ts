import { eventStreamStart, eventStreamStatus, eventStreamStop } from './event-stream.ts';
import { listSkills, runSkill } from './skills.ts';

/** Tasks that a person shows once, and agents have done again. */
export const skills = [eventStreamStart, eventStreamStatus, eventStreamStop, listSkills, runSkill];
