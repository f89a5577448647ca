class DeskscopeExtension {
  enable() {
    this.server = new Server();
  }

  disable() {
    this.server.close();
    this.server = null;
  }
}

function init() {
  return new DeskscopeExtension();
}
