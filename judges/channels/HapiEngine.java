import ca.uhn.hl7v2.AcknowledgmentCode;
import ca.uhn.hl7v2.DefaultHapiContext;
import ca.uhn.hl7v2.HL7Exception;
import ca.uhn.hl7v2.HapiContext;
import ca.uhn.hl7v2.app.Connection;
import ca.uhn.hl7v2.app.HL7Service;
import ca.uhn.hl7v2.llp.ExtendedMinLowerLayerProtocol;
import ca.uhn.hl7v2.model.GenericMessage;
import ca.uhn.hl7v2.model.Group;
import ca.uhn.hl7v2.model.Message;
import ca.uhn.hl7v2.model.Segment;
import ca.uhn.hl7v2.model.Structure;
import ca.uhn.hl7v2.parser.UnexpectedSegmentBehaviourEnum;
import ca.uhn.hl7v2.protocol.ReceivingApplication;
import ca.uhn.hl7v2.util.Terser;
import ca.uhn.hl7v2.util.idgenerator.InMemoryIDGenerator;
import ca.uhn.hl7v2.validation.impl.ValidationContextFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * HAPI v2 as an integration engine: it listens by MLLP at the port that its argument names, parses with validation, and prints one JSON
 * object a line for each message. A segment that the structure of the event does not have is an error.
 *
 * Standard input takes lines of words between tabs: `answer CODE` sets the code of its answers from now on; `send PORT CHARSET BASE64`
 * sends a message by HAPI's client, and prints the answer as HAPI reads it.
 */
public final class HapiEngine {
  private static PrintStream out;
  private static volatile AcknowledgmentCode answer = AcknowledgmentCode.AA;

  public static void main(String[] arguments) throws Exception {
    out = new PrintStream(System.out, true, "UTF-8");
    int port = Integer.parseInt(arguments[0]);
    HapiContext receiving = openContext();
    receiving.getParserConfiguration().setUnexpectedSegmentBehaviour(UnexpectedSegmentBehaviourEnum.THROW_HL7_EXCEPTION);
    HL7Service server = receiving.newServer(port, false);
    server.registerApplication(new Ward());
    server.setExceptionHandler((text, metadata, response, error) -> {
      print(Map.of("kind", "fault", "text", String.valueOf(error)));
      return response;
    });
    server.startAndWait();
    print(Map.of("kind", "listening", "unicode", port, "latin1", port));
    obey(openContext());
    System.exit(0);
  }

  private static HapiContext openContext() {
    HapiContext context = new DefaultHapiContext();
    // Reads and writes the letters that MSH-18 names.
    context.setLowerLayerProtocol(new ExtendedMinLowerLayerProtocol());
    context.setValidationContext(ValidationContextFactory.defaultValidation());
    // Otherwise it counts in a file of the folder that it runs in.
    context.getParserConfiguration().setIdGenerator(new InMemoryIDGenerator());
    return context;
  }

  private static void obey(HapiContext sending) throws IOException {
    sending.setValidationContext(ValidationContextFactory.noValidation());
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split("\t");
      if (words[0].equals("answer")) {
        answer = AcknowledgmentCode.valueOf(words[1]);
        print(Map.of("kind", "set"));
      } else print(send(sending, Integer.parseInt(words[1]), new String(Base64.getDecoder().decode(words[3]), Charset.forName(words[2]))));
    }
  }

  private static Map<String, Object> send(HapiContext context, int port, String text) {
    try (Connection connection = context.newClient("127.0.0.1", port, false)) {
      connection.getInitiator().setTimeout(20, TimeUnit.SECONDS);
      return readAnswer(connection.getInitiator().sendAndReceive(context.getGenericParser().parse(text)));
    } catch (Exception error) {
      return Map.of("kind", "answered", "fault", String.valueOf(error));
    }
  }

  private static Map<String, Object> readAnswer(Message message) throws HL7Exception {
    Terser terser = new Terser(message);
    List<String> errors = new ArrayList<>();
    for (Segment segment : listSegments(message, "ERR")) errors.add(segment.encode());
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("kind", "answered");
    facts.put("event", terser.get("/.MSH-9-1"));
    facts.put("code", terser.get("/.MSA-1"));
    facts.put("controlId", terser.get("/.MSA-2"));
    facts.put("errors", errors);
    return facts;
  }

  private static final class Ward implements ReceivingApplication<Message> {
    @Override
    public boolean canProcess(Message message) {
      return true;
    }

    @Override
    public Message processMessage(Message message, Map<String, Object> metadata) throws HL7Exception {
      try {
        print(readMessage(message));
        return message.generateACK(answer, null);
      } catch (Exception error) {
        print(Map.of("kind", "fault", "text", String.valueOf(error)));
        throw new HL7Exception(error);
      }
    }
  }

  private static Map<String, Object> readMessage(Message message) throws Exception {
    Terser terser = new Terser(message);
    List<Segment> observations = listSegments(message, "OBX");
    List<String> patients = new ArrayList<>();
    Segment pid = listSegments(message, "PID").get(0);
    for (int at = 0; at < pid.getField(3).length; at++) patients.add(Terser.get(pid, 3, at, 1, 1));
    List<Segment> requests = listSegments(message, "OBR");
    Segment document = requests.isEmpty() ? listSegments(message, "TXA").get(0) : requests.get(0);
    byte[] page = readPage(observations);
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("kind", "received");
    facts.put("structure", message instanceof GenericMessage ? "" : message.getName());
    facts.put("event", terser.get("/.MSH-9-1") + "^" + terser.get("/.MSH-9-2"));
    facts.put("controlId", terser.get("/.MSH-10"));
    facts.put("application", terser.get("/.MSH-5-1"));
    facts.put("patients", patients);
    facts.put("family", Terser.get(pid, 5, 0, 1, 1));
    facts.put("documentId", Terser.get(document, requests.isEmpty() ? 12 : 3, 0, 1, 1));
    facts.put("documentCode", requests.isEmpty() ? null : Terser.get(document, 4, 0, 1, 1));
    facts.put("observations", observations.size());
    facts.put("page", HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(page)));
    return facts;
  }

  /** The PDF of the display segment. */
  private static byte[] readPage(List<Segment> observations) throws HL7Exception {
    for (Segment observation : observations)
      if ("PDF".equals(Terser.get(observation, 3, 0, 1, 1))) return Base64.getDecoder().decode(Terser.get(observation, 5, 0, 5, 1));
    return new byte[0];
  }

  private static List<Segment> listSegments(Group group, String name) throws HL7Exception {
    List<Segment> found = new ArrayList<>();
    for (String child : group.getNames())
      for (Structure structure : group.getAll(child)) {
        if (structure instanceof Group) found.addAll(listSegments((Group) structure, name));
        else if (structure.getName().equals(name)) found.add((Segment) structure);
      }
    return found;
  }

  private static synchronized void print(Map<String, ?> facts) {
    out.println(write(facts));
  }

  private static String write(Object value) {
    if (value == null || value instanceof Integer) return String.valueOf(value);
    if (value instanceof Map)
      return "{" + String.join(",", ((Map<?, ?>) value).entrySet().stream().map(one -> write(one.getKey()) + ":" + write(one.getValue())).toList()) + "}";
    if (value instanceof List) return "[" + String.join(",", ((List<?>) value).stream().map(HapiEngine::write).toList()) + "]";
    StringBuilder text = new StringBuilder("\"");
    for (char letter : String.valueOf(value).toCharArray())
      text.append(letter < ' ' || letter == '"' || letter == '\\' ? String.format("\\u%04x", (int) letter) : String.valueOf(letter));
    return text.append('"').toString();
  }
}
