/*
 * Reads the tree of one window with libatspi, twice, and prints one line of JSON:
 *   {"looks":[{"ms":…,"own":…,"app":…,"nodes":…,"values":…,"errors":…},…]}
 * Usage: libatspi-tree PID ANCHOR_PID MAX_CHILDREN WARM_UPS
 * The window of the anchor is read so many times before.
 * Read of every element: role, name, description, states, extents, and the text or value where a person would read one.
 * The time is that of the walk alone, from the window's frame down; finding the app is not counted.
 */
#include <atspi/atspi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int nodes, values, errors, max_children;

/* Between the looks the app may settle, as with every other contestant. Microseconds. */
static const useconds_t pause_us = 500 * 1000;
/* As many characters of a text as the others read. */
static const int row_characters = 1000;

/* Milliseconds. */
static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

/* Processor time of the app's main thread, in milliseconds. */
static double app_cpu(const char *pid) {
  char path[64];
  double nanoseconds = 0;
  snprintf(path, sizeof path, "/proc/%s/schedstat", pid);
  FILE *file = fopen(path, "r");
  if (file == NULL) return 0;
  if (fscanf(file, "%lf", &nanoseconds) != 1) nanoseconds = 0;
  fclose(file);
  return nanoseconds / 1e6;
}

static void forget(GError **error) {
  if (*error == NULL) return;
  errors++;
  g_clear_error(error);
}

static gboolean is_textual(AtspiRole role) {
  switch (role) {
  case ATSPI_ROLE_ENTRY: case ATSPI_ROLE_TEXT: case ATSPI_ROLE_TERMINAL: case ATSPI_ROLE_SPIN_BUTTON:
  case ATSPI_ROLE_AUTOCOMPLETE: case ATSPI_ROLE_EDITBAR: case ATSPI_ROLE_DATE_EDITOR:
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean is_numeric(AtspiRole role) {
  switch (role) {
  case ATSPI_ROLE_SLIDER: case ATSPI_ROLE_SPIN_BUTTON: case ATSPI_ROLE_PROGRESS_BAR: case ATSPI_ROLE_SCROLL_BAR:
  case ATSPI_ROLE_DIAL: case ATSPI_ROLE_LEVEL_BAR: case ATSPI_ROLE_RATING:
    return TRUE;
  default:
    return FALSE;
  }
}

static void read_text(AtspiText *text) {
  GError *error = NULL;
  gint count = atspi_text_get_character_count(text, &error);
  forget(&error);
  if (count > 0) {
    g_free(atspi_text_get_text(text, 0, MIN(count, row_characters), &error));
    forget(&error);
  }
  values++;
  g_object_unref(text);
}

static void read_value(AtspiAccessible *element, AtspiRole role, const char *name, gboolean editable) {
  GError *error = NULL;
  if (role == ATSPI_ROLE_PASSWORD_TEXT) return;
  if (is_textual(role) || editable || (role == ATSPI_ROLE_LABEL && name[0] == '\0')) {
    AtspiText *text = atspi_accessible_get_text_iface(element);
    if (text != NULL) {
      read_text(text);
      return;
    }
  }
  AtspiValue *value = is_numeric(role) ? atspi_accessible_get_value_iface(element) : NULL;
  if (value == NULL) return;
  atspi_value_get_current_value(value, &error);
  forget(&error);
  values++;
  g_object_unref(value);
}

static void read_extents(AtspiAccessible *element) {
  GError *error = NULL;
  AtspiComponent *component = atspi_accessible_get_component_iface(element);
  if (component == NULL) return;
  g_free(atspi_component_get_extents(component, ATSPI_COORD_TYPE_SCREEN, &error));
  forget(&error);
  g_object_unref(component);
}

static void read_element(AtspiAccessible *element) {
  GError *error = NULL;
  nodes++;
  AtspiRole role = atspi_accessible_get_role(element, &error);
  forget(&error);
  char *name = atspi_accessible_get_name(element, &error);
  forget(&error);
  g_free(atspi_accessible_get_description(element, &error));
  forget(&error);
  AtspiStateSet *states = atspi_accessible_get_state_set(element);
  gboolean editable = atspi_state_set_contains(states, ATSPI_STATE_EDITABLE);
  g_object_unref(states);
  read_extents(element);
  read_value(element, role, name != NULL ? name : "", editable);
  g_free(name);
}

static void walk(AtspiAccessible *element) {
  GError *error = NULL;
  read_element(element);
  int count = MIN(atspi_accessible_get_child_count(element, &error), max_children);
  forget(&error);
  for (int i = 0; i < count; i++) {
    AtspiAccessible *child = atspi_accessible_get_child_at_index(element, i, &error);
    forget(&error);
    if (child == NULL) continue;
    walk(child);
    g_object_unref(child);
  }
}

static AtspiAccessible *find_app(guint pid) {
  AtspiAccessible *desktop = atspi_get_desktop(0);
  int count = atspi_accessible_get_child_count(desktop, NULL);
  for (int i = 0; i < count; i++) {
    AtspiAccessible *app = atspi_accessible_get_child_at_index(desktop, i, NULL);
    if (app != NULL && atspi_accessible_get_process_id(app, NULL) == pid) return app;
  }
  return NULL;
}

/* The largest of the app's frames is the window that is looked at. */
static AtspiAccessible *find_frame(const char *pid) {
  AtspiAccessible *app = find_app((guint)atoi(pid));
  if (app == NULL) return NULL;
  AtspiAccessible *found = NULL;
  double largest = -1;
  int count = atspi_accessible_get_child_count(app, NULL);
  for (int i = 0; i < count; i++) {
    AtspiAccessible *frame = atspi_accessible_get_child_at_index(app, i, NULL);
    AtspiComponent *component = frame != NULL ? atspi_accessible_get_component_iface(frame) : NULL;
    AtspiRect *rect = component != NULL ? atspi_component_get_extents(component, ATSPI_COORD_TYPE_SCREEN, NULL) : NULL;
    double area = rect != NULL ? (double)rect->width * rect->height : 0;
    if (area > largest) {
      largest = area;
      found = frame;
    }
  }
  return found;
}

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  max_children = atoi(argv[3]);
  atspi_init();
  AtspiAccessible *frame = find_frame(argv[1]), *anchor = find_frame(argv[2]);
  if (frame == NULL || anchor == NULL) {
    fprintf(stderr, "no frame of process %s or %s\n", argv[1], argv[2]);
    return 1;
  }
  for (int i = 0; i < atoi(argv[4]); i++) walk(anchor);
  printf("{\"looks\":[");
  for (int look = 0; look < 2; look++) {
    if (look > 0) usleep(pause_us);
    nodes = values = errors = 0;
    double app = app_cpu(argv[1]), own = now(CLOCK_PROCESS_CPUTIME_ID), start = now(CLOCK_MONOTONIC);
    walk(frame);
    double ms = now(CLOCK_MONOTONIC) - start;
    printf("%s{\"ms\":%.3f,\"own\":%.3f,\"app\":%.3f,", look > 0 ? "," : "", ms,
           now(CLOCK_PROCESS_CPUTIME_ID) - own, app_cpu(argv[1]) - app);
    printf("\"nodes\":%d,\"values\":%d,\"errors\":%d}", nodes, values, errors);
  }
  puts("]}");
  return 0;
}
