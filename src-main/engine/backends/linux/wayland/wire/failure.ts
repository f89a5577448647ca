/** The compositor is not there, has gone, refused something, or answers what cannot be read. A clause about it says which. */
export class CompositorLost extends Error {}
