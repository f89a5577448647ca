import type { WindowInfo } from '#contract/model/windows/window';

/** UFO's `WindowInfo` in the order of its wire; null where the platform or UFO knows nothing. */
export function toWindowInfo(id: string, window: WindowInfo) {
  const { x, y, width, height } = window.bounds;
  return {
    annotation_id: id,
    name: window.title,
    title: window.title,
    handle: Number(window.id),
    class_name: window.className,
    /** Physical screen pixels. */
    rectangle: { x, y, width, height },
    control_type: 'Window',
    automation_id: null,
    is_enabled: null,
    is_visible: window.state !== 'minimized',
    source: null,
    text_content: window.title,
    process_id: window.processId,
    process_name: window.app,
    is_minimized: window.state === 'minimized',
    is_maximized: window.state === 'maximized',
    is_active: window.active,
  };
}
