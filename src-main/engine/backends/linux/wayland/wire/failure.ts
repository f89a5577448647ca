/** The compositor is missing, exited, refused a request, or sent malformed data. The message is a clause about it. */
export class CompositorLost extends Error {}
