import java.awt.FlowLayout;
import javax.swing.*;

/** A window of Swing's common controls. Start with `java Swing.java`. */
public class Swing {
  public static void main(String[] arguments) {
    SwingUtilities.invokeLater(Swing::show);
  }

  private static void show() {
    JFrame frame = new JFrame("Swing controls");
    frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
    JMenu file = new JMenu("File");
    file.add(new JMenuItem("Open"));
    file.add(new JCheckBoxMenuItem("Wrap"));
    file.add(new JRadioButtonMenuItem("Narrow"));
    JMenuBar bar = new JMenuBar();
    bar.add(file);
    frame.setJMenuBar(bar);
    frame.setLayout(new FlowLayout());
    JButton press = new JButton("Press");
    press.addActionListener(event -> press.setText("Pressed"));
    frame.add(press);
    frame.add(new JCheckBox("Agree"));
    frame.add(new JComboBox<>(new String[] {"Small", "Large"}));
    frame.add(new JTextField("Ada", 10));
    frame.add(new JList<>(new String[] {"Red", "Green", "Blue"}));
    frame.add(new JTable(new Object[][] {{"one", "two"}}, new Object[] {"first", "second"}));
    JSpinner count = new JSpinner(new SpinnerNumberModel(1, 1, 9, 1));
    JLabel counted = new JLabel("Count");
    counted.setLabelFor(count);
    frame.add(counted);
    frame.add(count);
    String[] rows = new String[40];
    for (int row = 0; row < rows.length; row++) rows[row] = "Row " + row;
    JList<String> many = new JList<>(rows);
    many.setVisibleRowCount(3);
    frame.add(new JScrollPane(many));
    frame.setSize(700, 300);
    frame.setVisible(true);
  }
}
