/* HAPI's own parsers as the judge of our XML: reads the published JSON and our XML of each resource, and says where it finds them different. */
import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.parser.IParser;
import ca.uhn.fhir.parser.StrictErrorHandler;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

class HapiXml {
  private static final FhirContext context = FhirContext.forR4();

  public static void main(String[] folders) throws IOException {
    context.getParserOptions().setStripVersionsFromReferences(false);
    context.getParserOptions().setOverrideResourceIdWithBundleEntryFullUrl(false);
    int count = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(folders[1]), "*.xml")) {
      for (Path file : files) {
        count += 1;
        String name = file.getFileName().toString().replace(".xml", "");
        String found = judge(Path.of(folders[0]).resolve(name + ".json"), file);
        if (!found.isEmpty()) System.out.println(name + ": " + found);
      }
    }
    System.out.println(count + " judged");
  }

  private static String judge(Path json, Path xml) throws IOException {
    String expected;
    try {
      expected = read(context.newJsonParser(), json);
    } catch (RuntimeException error) {
      expected = "";
    }
    try {
      String found = read(context.newXmlParser(), xml);
      return expected.isEmpty() ? "the JSON is refused" : expected.equals(found) ? "" : "different";
    } catch (RuntimeException error) {
      return "the XML is refused";
    }
  }

  /** As HAPI's JSON; empty tags and white space of narratives, which its two parsers treat differently, are made alike. */
  private static String read(IParser parser, Path path) throws IOException {
    parser.setParserErrorHandler(new StrictErrorHandler());
    String text = context.newJsonParser().encodeResourceToString(parser.parseResource(Files.readString(path)));
    return text.replaceAll("(?:\\\\[nrt]|\\s)+", " ").replaceAll("<(\\w+)([^<>]*)></\\1>", "<$1$2/>");
  }
}
