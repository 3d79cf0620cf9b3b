import ca.uhn.hl7v2.DefaultHapiContext;
import ca.uhn.hl7v2.HL7Exception;
import ca.uhn.hl7v2.HapiContext;
import ca.uhn.hl7v2.model.GenericMessage;
import ca.uhn.hl7v2.model.Message;
import ca.uhn.hl7v2.parser.Parser;
import ca.uhn.hl7v2.parser.UnexpectedSegmentBehaviourEnum;
import ca.uhn.hl7v2.util.Terser;
import ca.uhn.hl7v2.validation.impl.ValidationContextFactory;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * HAPI v2 over files: one path a line on standard input; for each a line with the path, a tab, and the reason why it is no valid
 * message, or nothing. A segment that the structure of its event does not have is an error.
 */
public final class HapiV2 {
  public static void main(String[] none) throws Exception {
    HapiContext context = new DefaultHapiContext();
    context.setValidationContext(ValidationContextFactory.defaultValidation());
    context.getParserConfiguration().setUnexpectedSegmentBehaviour(UnexpectedSegmentBehaviourEnum.THROW_HL7_EXCEPTION);
    Parser parser = context.getPipeParser();
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine())
      out.println(line + "\t" + judge(parser, Files.readAllBytes(Path.of(line))).replaceAll("\\s+", " "));
  }

  private static String judge(Parser parser, byte[] bytes) {
    String header = new String(bytes, 0, Math.min(bytes.length, 2000), StandardCharsets.ISO_8859_1).split("\r")[0];
    Charset charset = header.contains("|8859/1") ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
    try {
      Message message = parser.parse(new String(bytes, charset));
      if (message instanceof GenericMessage) return "no structure of this version and event";
      String name = new Terser(message).get("/MSH-9-3");
      return message.getName().equals(name) ? "" : "the structure is " + message.getName();
    } catch (HL7Exception error) {
      return String.valueOf(error.getMessage());
    } catch (RuntimeException error) {
      return String.valueOf(error);
    }
  }
}
