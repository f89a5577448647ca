/** What all connections of this process have cost so far: calls, and bytes of whole messages. */
export const traffic = { calls: 0, sent: 0, received: 0 };
