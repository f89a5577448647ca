const clipboard = Meta.SelectionType.SELECTION_CLIPBOARD;
const textType = 'text/plain;charset=utf-8';
/** The best first. */
const utf8Types = [textType, 'UTF8_STRING', 'text/plain'];
/** Older ones come beside them, in encodings of their own. */
const textTypes = new Set([...utf8Types, 'STRING', 'TEXT', 'COMPOUND_TEXT']);
/** That it is a password: put back without it, histories would keep it. https://phabricator.kde.org/D12539 */
const hint = 'x-kde-passwordManagerHint';
/** Of what somebody copied so many bytes are kept. */
const mostKept = 16_000_000;
/** So long another app may take to hand over what it has there, in milliseconds. */
const copiedMs = 2_000;

/** Whether a field took it. Only apps that speak text-input-v3 have one. @throws Refusal where it would be one of the shell's */
function commit(text) {
  ensureWindowsAreReached();
  if (!Main.inputMethod.currentFocus) return false;
  Main.inputMethod.commit(text);
  return true;
}

/** The clipboard with a text of ours, and what was in it before. */
class Lent {
  /**
   * @param ended a Gio.Cancellable: who wants it has gone
   * @throws Refusal where it holds what cannot be kept: a source of ours gives one type
   */
  static async lend(text, ended) {
    const selection = global.display.get_selection();
    const types = selection.get_mimetypes(clipboard);
    const type = utf8Types.find((each) => types.includes(each));
    const isText = types.every((each) => textTypes.has(each) || !/^[^/]+\/[^/]+$/.test(each)) && !types.includes(hint);
    if (!isText || (!type && types.some((each) => textTypes.has(each)))) throw notKept();
    const before = type ? await contentsOf(selection, type, ended) : null;
    if (before?.get_size() > mostKept) throw notKept();
    if (ended.is_cancelled()) throw new Error('Nobody wants it any more.');
    return new Lent(selection, before, GLib.Bytes.new(encoded(text)));
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
    // Where nothing was in it, nothing is: without an owner Mutter would offer its own copy of our text.
    const before = this.before ?? GLib.Bytes.new(encoded(''));
    this.selection.set_owner(clipboard, Meta.SelectionSourceMemory.new(textType, before));
  }
}

function notKept() {
  return new Refusal(
    'clipboard',
    'The clipboard has content that cannot be restored afterwards, so nothing was pasted.',
  );
}

/** One byte more than is kept, where there is that much. */
function contentsOf(selection, type, ended) {
  const out = Gio.MemoryOutputStream.new_resizable();
  const given = new Gio.Cancellable();
  const following = ended.connect(() => given.cancel());
  const late = GLib.timeout_add(GLib.PRIORITY_DEFAULT, copiedMs, () => {
    given.cancel();
    return GLib.SOURCE_CONTINUE;
  });
  return new Promise((resolve, reject) => {
    selection.transfer_async(clipboard, type, mostKept + 1, out, given, (_, result) => {
      GLib.source_remove(late);
      if (following) ended.disconnect(following);
      try {
        selection.transfer_finish(result);
        out.close(null);
        resolve(out.steal_as_bytes());
      } catch (error) {
        reject(given.is_cancelled() ? notKept() : error);
      }
    });
  });
}
