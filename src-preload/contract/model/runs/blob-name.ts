import { z } from 'zod';

/** Name of a file in `blobs/`: content hash and type. Version 1 stored pictures beside the trace. */
export const blobName = z
  .string()
  .regex(/^[0-9a-f]{32,64}\.(png|jpg|txt|json|json\.gz)$/, 'expected the name of a blob');
