/** The compositor is not there, has gone, refused something, or answers what cannot be read. A clause about it reports which. */
export class CompositorLost extends Error {}
