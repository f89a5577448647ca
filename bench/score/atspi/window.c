/*
 * Shows a tree of the test suite of at-spi2-core in a window: the suite's own program has none, and a window is what Deskscope
 * is asked about. Its loader makes the objects; here they get a window of X, and a frame with the same place and title.
 * Usage: window TREE.xml TITLE
 * Prints a line once the tree is on the accessibility bus.
 */
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <atk-bridge.h>
#include <atk/atk.h>
#include <stdio.h>
#include <unistd.h>

#include "atk-object-xml-loader.h"
#include "my-atk.h"

#if !ATK_CHECK_VERSION(2, 52, 0)
/* The suite's documents need ATK 2.52. Without them its loader still needs their names. */
GType my_atk_document_get_type(void) { return MY_TYPE_ATK_OBJECT; }
void my_atk_set_document(AtkDocument *document, gint page, gint pages) {}
#endif

/* Pixels. All places of the trees are inside. */
static const int width = 800, height = 600;

static AtkObject *application;

static AtkObject *root(void) { return application; }
static const char *toolkit(void) { return "atspi-tests"; }

static AtkObject *object(GType type, const char *name, AtkRole role) {
  return g_object_new(type, "accessible-name", name, "accessible-role", role, NULL);
}

static void set(AtkObject *object, AtkStateType state) {
  AtkStateSet *states = atk_object_ref_state_set(object);
  atk_state_set_add_state(states, state);
  g_object_unref(states);
}

static void open_window(const char *title) {
  Display *display = XOpenDisplay(NULL);
  if (display == NULL) g_error("no display");
  Window window = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, width, height, 0, 0, 0);
  long pid = getpid();
  XStoreName(display, window, title);
  XChangeProperty(display, window, XInternAtom(display, "_NET_WM_PID", False), XA_CARDINAL, 32, PropModeReplace,
                  (unsigned char *)&pid, 1);
  XMapWindow(display, window);
  XFlush(display);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  AtkUtilClass *util = g_type_class_ref(ATK_TYPE_UTIL);
  util->get_root = root;
  util->get_toolkit_name = toolkit;
  application = object(MY_TYPE_ATK_OBJECT, "atspi-tests", ATK_ROLE_APPLICATION);
  AtkObject *frame = object(MY_TYPE_ATK_COMPONENT, argv[2], ATK_ROLE_FRAME);
  atk_component_set_extents(ATK_COMPONENT(frame), 0, 0, width, height, ATK_XY_SCREEN);
  set(frame, ATK_STATE_VISIBLE);
  set(frame, ATK_STATE_SHOWING);
  set(frame, ATK_STATE_ACTIVE);
  my_atk_object_add_child(MY_ATK_OBJECT(application), MY_ATK_OBJECT(frame));
  MyAtkObject *tree = atk_object_xml_parse(argv[1]);
  /* The loader leaves out the states of a file's root, and nothing in what does not show can be seen. */
  set(ATK_OBJECT(tree), ATK_STATE_VISIBLE);
  set(ATK_OBJECT(tree), ATK_STATE_SHOWING);
  my_atk_object_add_child(MY_ATK_OBJECT(frame), tree);
  open_window(argv[2]);
  atk_bridge_adaptor_init(NULL, NULL);
  puts("ready");
  fflush(stdout);
  g_main_loop_run(g_main_loop_new(NULL, FALSE));
  return 0;
}
