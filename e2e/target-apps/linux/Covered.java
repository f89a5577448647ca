import java.awt.Container;
import java.awt.Dimension;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.io.FileWriter;
import java.io.IOException;
import javax.swing.JButton;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.SwingUtilities;

/** As covered_gtk3.py, with Swing: of several components at a place the first lies on top. */
public class Covered {
  static String log;

  static void button(String name, Container in, int x, int y, int width, int height) {
    JButton button = new JButton(name);
    button.setBounds(x, y, width, height);
    button.addActionListener(event -> write(name));
    in.add(button);
  }

  static void write(String name) {
    try (FileWriter file = new FileWriter(log, true)) {
      file.write(name + "\n");
    } catch (IOException error) {
      throw new RuntimeException(error);
    }
  }

  static void start() {
    JFrame frame = new JFrame("Covered");
    JPanel all = new JPanel(null);
    all.setPreferredSize(new Dimension(650, 360));
    button("Free", all, 0, 0, 200, 100);
    button("Over", all, 280, 25, 80, 50);
    button("Under", all, 220, 0, 200, 100);
    button("Lid", all, 440, 0, 200, 100);
    button("Buried", all, 440, 0, 200, 100);
    JPanel glass = new JPanel();
    glass.setOpaque(false);
    glass.setBounds(0, 120, 200, 100);
    all.add(glass);
    button("Behind glass", all, 0, 120, 200, 100);
    JLabel watermark = new JLabel("watermark");
    watermark.setBounds(220, 120, 200, 100);
    all.add(watermark);
    button("Behind a watermark", all, 220, 120, 200, 100);
    JLabel wall = new JLabel("wall");
    wall.addMouseListener(
        new MouseAdapter() {
          @Override
          public void mousePressed(MouseEvent event) {
            write("wall");
          }
        });
    wall.setBounds(440, 120, 200, 100);
    all.add(wall);
    button("Behind a wall", all, 440, 120, 200, 100);
    JPanel rows = new JPanel(null);
    rows.setPreferredSize(new Dimension(150, 560));
    for (int number = 0; number < 8; number++) button("Row " + number, rows, 0, 70 * number, 150, 70);
    JScrollPane scrolled = new JScrollPane(rows);
    scrolled.setBounds(220, 240, 200, 100);
    all.add(scrolled);
    frame.setContentPane(all);
    frame.pack();
    frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
    frame.setVisible(true);
  }

  public static void main(String[] args) {
    log = args[0];
    SwingUtilities.invokeLater(Covered::start);
  }
}
