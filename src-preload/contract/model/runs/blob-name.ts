import { z } from 'zod';

/** The name of a file in `blobs/`: the hash of its content, and what it is. Version 1 kept pictures beside the trace. */
export const blobName = z
  .string()
  .regex(/^[0-9a-f]{32,64}\.(png|jpg|txt|json|json\.gz)$/, 'expected the name of a blob');
