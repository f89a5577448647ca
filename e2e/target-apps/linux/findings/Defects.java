import java.awt.FlowLayout;
import javax.swing.*;
import javax.swing.plaf.metal.MetalIconFactory;

/** A Swing window with one defect a control. Start with `java Defects.java`. */
public class Defects {
  public static void main(String[] arguments) {
    SwingUtilities.invokeLater(Defects::show);
  }

  private static void show() {
    JFrame frame = new JFrame("Findings planted");
    frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
    frame.setLayout(new FlowLayout(FlowLayout.LEFT, 30, 30));
    frame.add(new JButton(MetalIconFactory.getFileChooserNewFolderIcon()));
    frame.add(new JLabel("Street"));
    frame.add(new JTextField(10));
    frame.add(new JButton("Copy"));
    frame.add(new JButton("Copy"));
    JButton tip = new JButton("Print");
    tip.getAccessibleContext().setAccessibleDescription("Print");
    frame.add(tip);
    frame.add(new JButton("todo"));
    frame.setSize(700, 240);
    frame.setVisible(true);
  }
}
