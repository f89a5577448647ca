/** Several shells of one user have a door each. */
const session = GLib.path_get_basename(GLib.getenv('WAYLAND_DISPLAY') || 'wayland-0');
const doors = GLib.build_filenamev([GLib.get_user_runtime_dir(), DOOR]);
const folder = GLib.build_filenamev([doors, session]);
/** A client that does not read what it is told is given up after so many messages. */
const mostUnread = 2_000;

/** The door: a socket in a folder of the user, and beside it the secret of this login. */
class Server {
  constructor() {
    GLib.mkdir_with_parents(folder, 0o700);
    Gio.File.new_for_path(folder).set_attribute_uint32('unix::mode', 0o700, Gio.FileQueryInfoFlags.NONE, null);
    const file = (name) => GLib.build_filenamev([folder, name]);
    const [socket, secret] = [file('socket'), file('secret')];
    this.files = [socket, secret];
    for (const each of this.files) GLib.unlink(each);
    this.secret = randomSecret();
    Gio.File.new_for_path(secret).replace_contents(
      encoded(this.secret),
      null,
      false,
      Gio.FileCreateFlags.PRIVATE,
      null,
    );
    this.clients = new Set();
    this.service = new Gio.SocketService();
    const address = Gio.UnixSocketAddress.new(socket);
    this.service.add_address(address, Gio.SocketType.STREAM, Gio.SocketProtocol.DEFAULT, null);
    this.service.connect('incoming', (_, connection) => {
      if (isOfUser(connection)) this.clients.add(new Client(connection, this));
      else connection.close(null);
      return true;
    });
    this.service.start();
  }

  close() {
    this.service.stop();
    this.service.close();
    for (const client of [...this.clients]) client.close();
    for (const file of this.files) GLib.unlink(file);
    // The one of all sessions stays where another has a door in it.
    for (const each of [folder, doors]) GLib.rmdir(each);
  }
}

/** 32 bytes of the kernel's, in hexadecimal. */
function randomSecret() {
  const stream = Gio.File.new_for_path('/dev/urandom').read(null);
  const bytes = stream.read_bytes(32, null).toArray();
  stream.close(null);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isOfUser(connection) {
  return connection.get_socket().get_credentials().get_unix_user() === new Gio.Credentials().get_unix_user();
}

/** One engine. Lines of JSON, in both directions; a picture follows its line as so many bytes as that says. */
class Client {
  #connection;
  #server;
  #lines;
  #isKnown = false;
  #unsent = [];
  #isSending = false;
  #ended = new Gio.Cancellable();
  #changes = null;
  #hands = null;
  #outline = null;
  #grab = null;
  #presses = null;
  #lent = null;

  constructor(connection, server) {
    this.#connection = connection;
    this.#server = server;
    this.#lines = new Gio.DataInputStream({ base_stream: connection.get_input_stream() });
    this.#next();
  }

  get hands() {
    return (this.#hands ??= new Hands());
  }

  get outline() {
    return (this.#outline ??= new Outline());
  }

  grab(on) {
    this.#grab?.close();
    this.#grab = null;
    if (on) this.#grab = new Grab((heard) => this.#send({ event: 'grabbed', heard }));
  }

  presses(on) {
    this.#presses?.close();
    this.#presses = on ? new Presses((heard) => this.#send({ event: 'pressed', heard })) : null;
  }

  async lend(text) {
    this.restore();
    this.#lent = await Lent.lend(text, this.#ended);
  }

  restore() {
    this.#lent?.restore();
    this.#lent = null;
  }

  close() {
    if (this.#ended.is_cancelled()) return;
    this.#ended.cancel();
    this.#server.clients.delete(this);
    this.restore();
    for (const part of [this.#grab, this.#presses, this.#outline, this.#hands, this.#changes]) part?.close();
    this.#connection.close_async(GLib.PRIORITY_DEFAULT, null, null);
  }

  #next() {
    this.#lines.read_line_async(GLib.PRIORITY_DEFAULT, this.#ended, (stream, result) => {
      try {
        const [line] = stream.read_line_finish_utf8(result);
        if (line === null) throw new Error('It has ended.');
        this.#hear(JSON.parse(line));
        this.#next();
      } catch {
        this.close();
      }
    });
  }

  /** @throws Error for who does not know the secret, and for what is no question */
  #hear(message) {
    if (this.#isKnown) {
      if (!Number.isInteger(message?.id)) throw new Error('It is no question.');
      this.#answer(message);
      return;
    }
    if (message?.secret !== this.#server.secret) throw new Error('It does not know the secret.');
    this.#isKnown = true;
    this.#changes = new Changes(() => this.#send({ event: 'changed' }));
    this.#send({ protocol: PROTOCOL, shell: PACKAGE_VERSION });
  }

  async #answer({ id, ask, told }) {
    try {
      const answer = await answerTo(this, ask, told);
      if (answer instanceof GLib.Bytes) this.#send({ id, bytes: answer.get_size() }, answer);
      else this.#send({ id, answer: answer ?? null });
    } catch (error) {
      // Errors of GLib have codes too, which are numbers.
      const refused = error instanceof Refusal ? error.code : 'failed';
      this.#send({ id, refused, why: String(error.message) });
    }
  }

  #send(message, bytes) {
    if (this.#ended.is_cancelled()) return;
    this.#unsent.push(GLib.Bytes.new(encoded(`${JSON.stringify(message)}\n`)));
    if (bytes) this.#unsent.push(bytes);
    if (this.#unsent.length > mostUnread) this.close();
    else if (!this.#isSending) this.#flush();
  }

  #flush() {
    const next = this.#unsent.shift();
    this.#isSending = next !== undefined;
    if (!next) return;
    this.#connection
      .get_output_stream()
      .write_bytes_async(next, GLib.PRIORITY_DEFAULT, this.#ended, (stream, result) => {
        try {
          const written = stream.write_bytes_finish(result);
          const left = next.get_size() - written;
          // GLib.Bytes.new_from_bytes is a method up to GJS 1.82 and a function of the class from 1.90 on.
          if (left > 0) this.#unsent.unshift(GLib.Bytes.new(next.toArray().subarray(written)));
          this.#flush();
        } catch (error) {
          if (!this.#ended.is_cancelled()) console.warn(`Deskscope: an answer could not be sent: ${error.message}`);
          this.close();
        }
      });
  }
}
