export default class DeskscopeExtension extends Extension {
  enable() {
    this.server = new Server();
  }

  disable() {
    this.server.close();
    this.server = null;
  }
}
