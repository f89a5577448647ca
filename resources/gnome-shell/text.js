const clipboard = Meta.SelectionType.SELECTION_CLIPBOARD;
const textType = 'text/plain;charset=utf-8';
const textTypes = new Set([textType, 'text/plain', 'UTF8_STRING', 'STRING', 'TEXT', 'COMPOUND_TEXT']);
/** Of what somebody copied so many bytes are kept. */
const mostKept = 16_000_000;

/** Whether a field took it. Only apps that speak text-input-v3 have one. */
function commit(text) {
  if (!Main.inputMethod.currentFocus) return false;
  Main.inputMethod.commit(text);
  return true;
}

/** The clipboard with a text of ours, and what was in it before. */
class Lent {
  /** @throws Refusal where it holds what cannot be kept: a source of ours gives one type */
  static async lend(text) {
    const selection = global.display.get_selection();
    const types = selection.get_mimetypes(clipboard);
    if (types.some((type) => !textTypes.has(type) && /^[^/]+\/[^/]+$/.test(type)))
      throw new Refusal('busy', 'The clipboard holds what cannot be kept meanwhile, so nothing is pasted.');
    const type = types.find((each) => textTypes.has(each));
    return new Lent(selection, type ? await contentsOf(selection, type) : null, GLib.Bytes.new(encoded(text)));
  }

  constructor(selection, before, bytes) {
    this.selection = selection;
    this.before = before;
    this.source = Meta.SelectionSourceMemory.new(textType, bytes);
    this.isOurs = true;
    // Somebody who has copied something meanwhile wants that.
    this.source.connect('deactivated', () => (this.isOurs = false));
    selection.set_owner(clipboard, this.source);
  }

  restore() {
    if (!this.isOurs) return;
    if (this.before) this.selection.set_owner(clipboard, Meta.SelectionSourceMemory.new(textType, this.before));
    else this.selection.unset_owner(clipboard, this.source);
  }
}

function contentsOf(selection, type) {
  const out = Gio.MemoryOutputStream.new_resizable();
  return new Promise((resolve, reject) => {
    selection.transfer_async(clipboard, type, mostKept, out, null, (_, result) => {
      try {
        selection.transfer_finish(result);
        out.close(null);
        resolve(out.steal_as_bytes());
      } catch (error) {
        reject(error);
      }
    });
  });
}
