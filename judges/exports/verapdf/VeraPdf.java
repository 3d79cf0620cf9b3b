import java.io.FileInputStream;
import java.util.HashSet;
import java.util.Set;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;

/** Arguments: flavour and file in turn. Prints one line for each rule that a file breaks: file, flavour, rule, message, by tabs. */
public class VeraPdf {
  public static void main(String[] arguments) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    for (int at = 0; at + 1 < arguments.length; at += 2) judge(arguments[at], arguments[at + 1]);
  }

  private static void judge(String flavourName, String file) throws Exception {
    PDFAFlavour flavour = PDFAFlavour.fromString(flavourName);
    try (PDFAParser parser = Foundries.defaultInstance().createParser(new FileInputStream(file), flavour);
        PDFAValidator validator = Foundries.defaultInstance().createValidator(flavour, false)) {
      Set<String> told = new HashSet<>();
      for (TestAssertion one : validator.validate(parser).getTestAssertions()) {
        String rule = one.getRuleId().getClause() + "-" + one.getRuleId().getTestNumber();
        if (one.getStatus() == TestAssertion.Status.FAILED && told.add(rule))
          say(file, flavourName, rule, one.getMessage());
      }
    } catch (Exception broken) {
      say(file, flavourName, "unreadable", String.valueOf(broken.getMessage()));
    }
  }

  private static void say(String file, String flavour, String rule, String message) {
    System.out.println(file + "\t" + flavour + "\t" + rule + "\t" + message.replaceAll("\\s+", " "));
  }
}
