/** Of the tools that are for people alone. */
export const namespace = 'Deskscope';
