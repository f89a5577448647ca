/** First import of every page: zod would probe whether it may compile code, which the page's policy forbids. */
import { config } from 'zod';

config({ jitless: true });
