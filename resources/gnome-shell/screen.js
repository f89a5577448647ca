/** PNG of what is shown in a part of the stage, in the pixels of its output. */
function pictureOf({ x, y, width, height }) {
  const shot = new Shell.Screenshot();
  return written(
    (out, done) => shot.screenshot_area(x, y, width, height, out, done),
    (result) => shot.screenshot_area_finish(result),
  );
}

/** PNG of a window's frame, whatever lies over it. */
function pictureOfWindow(window) {
  const actor = window.get_compositor_private();
  const texture = actor?.paint_to_content(null)?.get_texture();
  if (!texture) throw new Refusal('gone', 'The window has no picture.');
  const [frame, buffer] = [window.get_frame_rect(), window.get_buffer_rect()];
  const scale = actor.get_resource_scale();
  const [x, y, width, height] = [frame.x - buffer.x, frame.y - buffer.y, frame.width, frame.height].map((length) =>
    Math.round(length * scale),
  );
  return written(
    (out, done) => Shell.Screenshot.composite_to_stream(texture, x, y, width, height, scale, null, 0, 0, 1, out, done),
    (result) => Shell.Screenshot.composite_to_stream_finish(result),
  );
}

function written(start, finish) {
  const out = Gio.MemoryOutputStream.new_resizable();
  return new Promise((resolve, reject) => {
    start(out, (_, result) => {
      try {
        finish(result);
        out.close(null);
        resolve(out.steal_as_bytes());
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** Lines over all that is shown, which take no input: boxes of `{ place, pieces, color, label }`. */
class Outline {
  constructor() {
    this.layer = new Clutter.Actor({ reactive: false });
    Main.uiGroup.add_child(this.layer);
  }

  show(boxes) {
    this.layer.destroy_all_children();
    Main.uiGroup.set_child_above_sibling(this.layer, null);
    for (const box of boxes) this.add(box);
  }

  add({ place, pieces, color, label }) {
    const background = `background-color: rgb(${color.r}, ${color.g}, ${color.b});`;
    // What is drawn with cairo is blurred where the scale of an output is fractional.
    for (const { x, y, ...size } of pieces) {
      const where = { x: place.x + x, y: place.y + y, ...size };
      this.layer.add_child(new St.Widget({ reactive: false, style: background, ...where }));
    }
    if (!label) return;
    const { text, size, ...where } = label;
    const style = `${background} color: white; text-align: center; font-size: ${size}px; font-weight: 600;`;
    this.layer.add_child(new St.Label({ reactive: false, text, style, ...where }));
  }

  close() {
    this.layer.destroy();
  }
}
