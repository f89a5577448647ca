import java.awt.*;
import java.awt.event.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.List;
import javax.swing.*;

/** A scene of Swing widgets. usage: java Scene.java LOG; see common.py for what is read and written. */
public class Scene {
  private static PrintStream log;
  private static boolean quiet;
  private static JFrame frame;
  private static JPanel root;
  private static JPanel inPane;
  private static JScrollPane pane;
  private static String over;
  private static Map<String, JComponent> items = new HashMap<>();

  public static void main(String[] arguments) throws Exception {
    log = new PrintStream(new FileOutputStream(arguments[0], true), true, StandardCharsets.UTF_8);
    SwingUtilities.invokeAndWait(Scene::show);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = in.readLine()) != null; ) {
      Map<?, ?> command = (Map<?, ?>) new Json(line).value();
      int after = command.containsKey("after") ? whole(command.get("after")) : 0;
      javax.swing.Timer timer = new javax.swing.Timer(after, event -> run(command));
      timer.setRepeats(false);
      timer.start();
    }
    System.exit(0);
  }

  private static void show() {
    frame = new JFrame("Scene");
    frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
    frame.setSize(660, 470);
    frame.setLocation(300, 200);
    frame.setVisible(true);
    Toolkit.getDefaultToolkit().addAWTEventListener(Scene::onEvent,
        AWTEvent.MOUSE_EVENT_MASK | AWTEvent.MOUSE_MOTION_EVENT_MASK | AWTEvent.MOUSE_WHEEL_EVENT_MASK | AWTEvent.KEY_EVENT_MASK);
  }

  private static void onEvent(AWTEvent event) {
    Component at = (Component) event.getSource();
    if (at instanceof Window) return;
    int id = event.getID();
    if (id == MouseEvent.MOUSE_PRESSED) say(ident(at, event), "down", String.valueOf(((MouseEvent) event).getButton()));
    if (id == MouseEvent.MOUSE_RELEASED) {
      MouseEvent up = (MouseEvent) event;
      Point place = SwingUtilities.convertPoint(at, up.getPoint(), frame.getRootPane());
      Component under = SwingUtilities.getDeepestComponentAt(frame.getRootPane(), place.x, place.y);
      say(ident(under == null || !up.getPoint().equals(place) && under == frame ? at : under, null), "up", String.valueOf(up.getButton()));
    }
    if (id == MouseEvent.MOUSE_WHEEL) say(ident(at, event), "wheel", "null");
    if (id == MouseEvent.MOUSE_MOVED || id == MouseEvent.MOUSE_ENTERED) {
      String here = ident(at, event);
      if (!here.equals(over)) say(over = here, "over", "null");
    }
    if (id == KeyEvent.KEY_PRESSED) say(ident(at, null), "key", quoted(KeyEvent.getKeyText(((KeyEvent) event).getKeyCode())));
  }

  private static String ident(Component at, AWTEvent event) {
    for (Component each = at; each != null; each = each.getParent()) {
      if (each instanceof JList<?> list && list.getClientProperty("rows") != null && event instanceof MouseEvent mouse) {
        int row = list.locationToIndex(mouse.getPoint());
        return list.getClientProperty("rows") + (row < 0 ? "" : "/" + list.getModel().getElementAt(row));
      }
      if (each instanceof JComponent made && made.getClientProperty("ident") != null) return (String) made.getClientProperty("ident");
    }
    return "";
  }

  private static void say(String id, String what, String value) {
    if (!quiet) log.println("{\"id\":" + quoted(id) + ",\"what\":\"" + what + "\",\"value\":" + value + "}");
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ') out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    return out.append('"').toString();
  }

  private static void run(Map<?, ?> command) {
    String error = "";
    quiet = true;
    try {
      for (Object op : (List<?>) command.get("ops")) operate((Map<?, ?>) op);
      frame.getContentPane().revalidate();
      frame.getContentPane().repaint();
    } catch (RuntimeException thrown) {
      error = ",\"error\":" + quoted(thrown.toString());
    } finally {
      quiet = false;
    }
    log.println("{\"ack\":" + whole(command.get("n")) + error + "}");
  }

  private static void operate(Map<?, ?> op) {
    JComponent item = items.get(op.get("id"));
    switch ((String) op.get("op")) {
      case "scene" -> scene(op);
      case "add" -> add((Map<?, ?>) op.get("item"));
      case "move" -> item.setLocation(whole(op.get("x")), whole(op.get("y")));
      case "size" -> item.setSize(whole(op.get("w")), whole(op.get("h")));
      case "rename" -> rename(item, (String) op.get("name"));
      case "remove" -> {
        Container parent = item.getParent();
        parent.remove(item);
        parent.repaint();
        items.remove(op.get("id"));
      }
      case "enable" -> item.setEnabled((Boolean) op.get("on"));
      case "scroll" -> pane.getVerticalScrollBar().setValue(whole(op.get("y")));
      default -> throw new IllegalArgumentException((String) op.get("op"));
    }
  }

  private static void rename(JComponent item, String name) {
    if (item instanceof AbstractButton button) button.setText(name);
    else item.getAccessibleContext().setAccessibleName(name);
    if (item instanceof JLabel label) label.setText(name);
  }

  private static void scene(Map<?, ?> op) {
    frame.setTitle((String) op.get("title"));
    items.clear();
    Map<?, ?> menu = (Map<?, ?>) op.get("menu");
    JMenu top = new JMenu((String) menu.get("name"));
    top.putClientProperty("ident", "menu");
    for (Object each : (List<?>) menu.get("entries")) {
      String id = (String) ((List<?>) each).get(0);
      JMenuItem entry = new JMenuItem((String) ((List<?>) each).get(1));
      entry.putClientProperty("ident", id);
      entry.addActionListener(event -> say(id, "clicked", "null"));
      top.add(entry);
    }
    JMenuBar bar = new JMenuBar();
    bar.add(top);
    frame.setJMenuBar(bar);
    root = new JPanel(null);
    root.setPreferredSize(new Dimension(640, 400));
    frame.setContentPane(root);
    for (Object each : (List<?>) op.get("items")) add((Map<?, ?>) each);
    frame.validate();
  }

  private static void add(Map<?, ?> item) {
    String id = (String) item.get("id");
    String name = (String) item.get("name");
    JComponent made = make((String) item.get("kind"), id, name, item);
    if (!item.get("kind").equals("veil")) made.putClientProperty("ident", id);
    if (!(made instanceof AbstractButton)) made.getAccessibleContext().setAccessibleName(name);
    made.setBounds(whole(item.get("x")), whole(item.get("y")), whole(item.get("w")), whole(item.get("h")));
    made.setEnabled(!Boolean.FALSE.equals(item.get("enabled")));
    items.put(id, made);
    // The first child lies on top of the others.
    (Boolean.TRUE.equals(item.get("pane")) ? inPane : root).add(made, 0);
  }

  private static JComponent make(String kind, String id, String name, Map<?, ?> item) {
    String[] options = item.containsKey("options") ? ((List<?>) item.get("options")).toArray(new String[0]) : new String[0];
    switch (kind) {
      case "button", "link" -> {
        JButton button = new JButton(name);
        button.setBorderPainted(kind.equals("button"));
        button.addActionListener(event -> say(id, "clicked", "null"));
        return button;
      }
      case "check" -> {
        JCheckBox check = new JCheckBox(name);
        check.addItemListener(event -> say(id, "toggled", String.valueOf(check.isSelected())));
        return check;
      }
      case "field" -> {
        JTextField field = new JTextField(item.containsKey("value") ? (String) item.get("value") : "");
        field.getDocument().addDocumentListener(new javax.swing.event.DocumentListener() {
          public void insertUpdate(javax.swing.event.DocumentEvent event) { say(id, "text", quoted(field.getText())); }
          public void removeUpdate(javax.swing.event.DocumentEvent event) { say(id, "text", quoted(field.getText())); }
          public void changedUpdate(javax.swing.event.DocumentEvent event) { }
        });
        return field;
      }
      case "pad", "cover" -> {
        JLabel area = new JLabel(name);
        area.setOpaque(true);
        area.setBackground(kind.equals("pad") ? new Color(190, 190, 220) : new Color(200, 50, 50));
        area.setFocusable(kind.equals("pad"));
        area.addMouseListener(new MouseAdapter() {
          public void mousePressed(MouseEvent event) { if (kind.equals("pad")) area.requestFocusInWindow(); }
        });
        area.addMouseMotionListener(new MouseMotionAdapter() { });
        area.addMouseWheelListener(event -> { });
        return area;
      }
      case "veil" -> {
        JPanel veil = new JPanel() { public boolean contains(int x, int y) { return false; } };
        veil.setOpaque(false);
        return veil;
      }
      case "combo" -> {
        JComboBox<String> combo = new JComboBox<>(options);
        combo.addActionListener(event -> say(id, "selected", quoted((String) combo.getSelectedItem())));
        return combo;
      }
      case "slider" -> {
        JSlider slider = new JSlider(0, 100, 0);
        slider.addChangeListener(event -> say(id, "value", String.valueOf(slider.getValue())));
        return slider;
      }
      case "tabs" -> {
        JTabbedPane tabs = new JTabbedPane();
        for (String option : options) tabs.addTab(option, new JLabel("Page of " + option));
        tabs.addChangeListener(event -> say(id, "selected", quoted(options[tabs.getSelectedIndex()])));
        return tabs;
      }
      case "list" -> {
        JList<String> list = new JList<>(options);
        list.putClientProperty("rows", id);
        list.getAccessibleContext().setAccessibleName(name);
        list.addListSelectionListener(event -> {
          if (!event.getValueIsAdjusting() && list.getSelectedValue() != null) say(id + "/" + list.getSelectedValue(), "selected", "null");
        });
        return new JScrollPane(list);
      }
      case "pane" -> {
        inPane = new JPanel(null);
        inPane.setPreferredSize(new Dimension(whole(item.get("w")) - 24, whole(item.get("height"))));
        return pane = new JScrollPane(inPane);
      }
      default -> throw new IllegalArgumentException(kind);
    }
  }

  private static int whole(Object number) {
    return ((Number) number).intValue();
  }

  /** A reader of JSON: objects are maps, arrays lists, numbers doubles. */
  private static class Json {
    private final String text;
    private int at;

    Json(String text) {
      this.text = text;
    }

    Object value() {
      char c = next();
      if (c == '{') {
        Map<String, Object> map = new LinkedHashMap<>();
        for (at++; next() != '}'; ) {
          String key = (String) value();
          next();
          at++;
          map.put(key, value());
          if (next() == ',') at++;
        }
        at++;
        return map;
      }
      if (c == '[') {
        List<Object> list = new ArrayList<>();
        for (at++; next() != ']'; ) {
          list.add(value());
          if (next() == ',') at++;
        }
        at++;
        return list;
      }
      if (c == '"') return string();
      int start = at;
      while (at < text.length() && "+-.0123456789eEtrufalsn".indexOf(text.charAt(at)) >= 0) at++;
      String word = text.substring(start, at);
      return switch (word) {
        case "true" -> true;
        case "false" -> false;
        case "null" -> null;
        default -> Double.valueOf(word);
      };
    }

    private String string() {
      StringBuilder out = new StringBuilder();
      for (at++; text.charAt(at) != '"'; at++) {
        char c = text.charAt(at);
        if (c != '\\') {
          out.append(c);
          continue;
        }
        c = text.charAt(++at);
        if (c == 'u') {
          out.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
          at += 4;
        } else out.append(c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c);
      }
      at++;
      return out.toString();
    }

    private char next() {
      while (Character.isWhitespace(text.charAt(at))) at++;
      return text.charAt(at);
    }
  }
}
