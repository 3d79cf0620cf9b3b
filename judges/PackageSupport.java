import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.context.support.IValidationSupport;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.hl7.fhir.instance.model.api.IBaseResource;

/** Conformance resources of packages (.tgz or folders), parsed when first asked for. */
final class PackageSupport implements IValidationSupport {
  private static final Set<String> TYPES = Set.of(
      "StructureDefinition", "ValueSet", "CodeSystem", "ConceptMap", "SearchParameter", "Questionnaire",
      "ImplementationGuide", "CapabilityStatement", "NamingSystem");
  private final ObjectMapper json = new ObjectMapper();
  private final FhirContext context;
  private final IValidationSupport core;
  private final Map<String, String> texts = new HashMap<>();
  private final Map<String, IBaseResource> parsed = new ConcurrentHashMap<>();

  PackageSupport(FhirContext context, IValidationSupport core) {
    this.context = context;
    this.core = core;
  }

  void load(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      try (Stream<Path> files = Files.walk(path)) {
        for (Path file : (Iterable<Path>) files.filter(each -> each.toString().endsWith(".json")).sorted()::iterator)
          add(Files.readString(file));
      }
      return;
    }
    if (path.toString().endsWith(".json")) {
      add(Files.readString(path));
      return;
    }
    try (TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(Files.newInputStream(path)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry())
        if (entry.getName().matches("[^/]+/[^/]+\\.json")) add(new String(tar.readAllBytes(), "UTF-8"));
    }
  }

  /** A later one of the same address replaces an earlier one. */
  void add(String text) throws IOException {
    JsonNode root = json.readTree(text);
    if (!TYPES.contains(root.path("resourceType").asText()) || !root.hasNonNull("url")) return;
    String key = root.get("resourceType").asText() + " " + root.get("url").asText();
    List<String> keys = new ArrayList<>(List.of(key));
    if (root.hasNonNull("version")) keys.add(key + "|" + root.get("version").asText());
    for (String each : keys) {
      texts.put(each, text);
      parsed.remove(each);
    }
  }

  private IBaseResource find(String key) {
    if (!texts.containsKey(key)) return key.endsWith("|4.0.1") ? findCore(key.substring(0, key.length() - 6)) : null;
    return parsed.computeIfAbsent(key, each -> context.newJsonParser().parseResource(texts.get(each)));
  }

  /** The definitions of R4 know no versioned address by themselves. */
  private IBaseResource findCore(String key) {
    String url = key.substring(key.indexOf(' ') + 1);
    if (key.startsWith("StructureDefinition ")) return core.fetchStructureDefinition(url);
    if (key.startsWith("ValueSet ")) return core.fetchValueSet(url);
    return key.startsWith("CodeSystem ") ? core.fetchCodeSystem(url) : null;
  }

  private <T extends IBaseResource> List<T> all(String type) {
    List<T> found = new ArrayList<>();
    for (String key : texts.keySet())
      if (key.startsWith(type + " ") && !key.contains("|")) found.add(cast(find(key)));
    return found;
  }

  @SuppressWarnings("unchecked")
  private static <T> T cast(Object value) {
    return (T) value;
  }

  @Override
  public FhirContext getFhirContext() {
    return context;
  }

  @Override
  public List<IBaseResource> fetchAllConformanceResources() {
    List<IBaseResource> found = new ArrayList<>();
    for (String type : TYPES) found.addAll(all(type));
    return found;
  }

  @Override
  public <T extends IBaseResource> List<T> fetchAllStructureDefinitions() {
    return all("StructureDefinition");
  }

  @Override
  public <T extends IBaseResource> List<T> fetchAllNonBaseStructureDefinitions() {
    return all("StructureDefinition");
  }

  @Override
  public IBaseResource fetchStructureDefinition(String url) {
    return find("StructureDefinition " + url);
  }

  @Override
  public IBaseResource fetchValueSet(String url) {
    return find("ValueSet " + url);
  }

  @Override
  public IBaseResource fetchCodeSystem(String url) {
    return find("CodeSystem " + url);
  }

  @Override
  public boolean isCodeSystemSupported(ca.uhn.fhir.context.support.ValidationSupportContext chain, String url) {
    return false;
  }

  @Override
  public <T extends IBaseResource> T fetchResource(Class<T> type, String url) {
    for (String name : TYPES) {
      IBaseResource found = find(name + " " + url);
      if (found != null && (type == null || type.isInstance(found))) return type == null ? cast(found) : type.cast(found);
    }
    return null;
  }

  @Override
  public String getName() {
    return "packages";
  }
}
