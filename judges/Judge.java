import ca.uhn.fhir.context.FhirContext;
import ca.uhn.fhir.context.support.DefaultProfileValidationSupport;
import ca.uhn.fhir.validation.FhirValidator;
import ca.uhn.fhir.validation.SingleValidationMessage;
import ca.uhn.fhir.validation.ValidationOptions;
import ca.uhn.fhir.validation.ValidationResult;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.hl7.fhir.common.hapi.validation.support.CommonCodeSystemsTerminologyService;
import org.hl7.fhir.common.hapi.validation.support.InMemoryTerminologyServerValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.SnapshotGeneratingValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.UnknownCodeSystemWarningValidationSupport;
import org.hl7.fhir.common.hapi.validation.support.ValidationSupportChain;
import org.hl7.fhir.common.hapi.validation.validator.FhirInstanceValidator;
import org.hl7.fhir.r5.utils.validation.IValidatorResourceFetcher;
import org.hl7.fhir.r5.utils.validation.constants.BestPracticeWarningLevel;
import org.hl7.fhir.r5.utils.validation.constants.ReferenceValidationPolicy;
import org.hl7.fhir.validation.instance.advisor.BasePolicyAdvisorForFullValidation;

/**
 * A warm HAPI validator: packages as arguments, one request a line on standard input
 * ({"file", "profiles"?: [..], "text"?, "repeat"?}), one JSON answer a line on standard output.
 */
public final class Judge {
  /** Of the processor, so that what else the machine does is not counted. */
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
  private static final ObjectMapper JSON = new ObjectMapper(new JsonFactory());

  public static void main(String[] packages) throws Exception {
    PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true, "UTF-8");
    System.setOut(System.err);
    long start = System.nanoTime();
    FhirContext context = FhirContext.forR4();
    DefaultProfileValidationSupport core = new DefaultProfileValidationSupport(context);
    PackageSupport loaded = new PackageSupport(context, core);
    for (String name : packages) loaded.load(Path.of(name));
    FhirValidator validator = createValidator(context, loaded, core);
    validator.validateWithResult("{\"resourceType\":\"Basic\",\"code\":{\"text\":\"ready\"}}");
    ObjectNode ready = JSON.createObjectNode();
    ready.put("ready", true).put("milliseconds", (System.nanoTime() - start) / 1_000_000);
    out.println(JSON.writeValueAsString(ready));
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine())
      if (!line.isBlank()) out.println(JSON.writeValueAsString(answer(validator, loaded, line)));
  }

  private static FhirValidator createValidator(FhirContext context, PackageSupport loaded,
      DefaultProfileValidationSupport core) {
    UnknownCodeSystemWarningValidationSupport unknown = new UnknownCodeSystemWarningValidationSupport(context);
    unknown.setNonExistentCodeSystemSeverity(ca.uhn.fhir.context.support.IValidationSupport.IssueSeverity.WARNING);
    ValidationSupportChain chain = new ValidationSupportChain(
        loaded,
        core,
        new CommonCodeSystemsTerminologyService(context),
        new InMemoryTerminologyServerValidationSupport(context),
        new SnapshotGeneratingValidationSupport(context),
        unknown);
    FhirInstanceValidator module = new FhirInstanceValidator(chain);
    // As the reference's own command line has it: HAPI by itself looks at no implied profiles.
    module.setValidatorPolicyAdvisor(
        new BasePolicyAdvisorForFullValidation(ReferenceValidationPolicy.IGNORE, Set.of()));
    module.setValidatorResourceFetcher(createOfflineFetcher());
    module.setBestPracticeWarningLevel(BestPracticeWarningLevel.Warning);
    module.setAnyExtensionsAllowed(false);
    module.setErrorForUnknownProfiles(false);
    module.setAllowExamples(true);
    return context.newValidator().registerValidatorModule(module);
  }

  /** Offline: nothing is fetched, and no address is said not to exist. */
  private static IValidatorResourceFetcher createOfflineFetcher() {
    return (IValidatorResourceFetcher) Proxy.newProxyInstance(
        Judge.class.getClassLoader(),
        new Class<?>[] {IValidatorResourceFetcher.class},
        (fetcher, method, args) -> {
          if (method.getReturnType() == boolean.class) return method.getName().equals("resolveURL");
          if (method.getReturnType() == Set.class) return Set.of();
          return method.getName().equals("setLocale") ? fetcher : null;
        });
  }

  private static ObjectNode answer(FhirValidator validator, PackageSupport loaded, String line) {
    ObjectNode answer = JSON.createObjectNode();
    try {
      com.fasterxml.jackson.databind.JsonNode request =
          line.startsWith("{") ? JSON.readTree(line) : fromWords(line);
      if (request.hasNonNull("id")) answer.set("id", request.get("id"));
      answer.set("file", request.get("file"));
      String text = request.hasNonNull("text")
          ? request.get("text").asText()
          : Files.readString(Path.of(request.get("file").asText()), StandardCharsets.UTF_8);
      if (request.has("load")) {
        loaded.add(text);
        return answer.put("loaded", true);
      }
      ValidationOptions options = new ValidationOptions();
      if (request.has("profiles")) request.get("profiles").forEach(each -> options.addProfile(each.asText()));
      int repeat = request.path("repeat").asInt(1);
      List<Long> times = new ArrayList<>();
      ValidationResult result = null;
      for (int round = 0; round < repeat; round += 1) {
        long start = CLOCK.getCurrentThreadCpuTime();
        result = validator.validateWithResult(text, options);
        times.add((CLOCK.getCurrentThreadCpuTime() - start) / 1000);
      }
      times.sort(null);
      describe(answer, result).put("microseconds", times.get(times.size() / 2));
    } catch (Throwable failure) {
      answer.put("valid", false).put("failure", String.valueOf(failure)).putArray("issues");
    }
    return answer;
  }

  private static ObjectNode fromWords(String line) {
    String[] words = line.trim().split("\\s+");
    ObjectNode request = JSON.createObjectNode().put("file", words[0]);
    if (words.length > 1) {
      ArrayNode profiles = request.putArray("profiles");
      for (int at = 1; at < words.length; at += 1) profiles.add(words[at]);
    }
    return request;
  }

  private static ObjectNode describe(ObjectNode answer, ValidationResult result) {
    answer.put("valid", result.isSuccessful());
    ArrayNode issues = answer.putArray("issues");
    for (SingleValidationMessage message : result.getMessages()) {
      ObjectNode issue = issues.addObject();
      issue.put("severity", String.valueOf(message.getSeverity()).toLowerCase());
      issue.put("location", message.getLocationString());
      issue.put("line", message.getLocationLine());
      issue.put("column", message.getLocationCol());
      issue.put("id", message.getMessageId());
      issue.put("text", message.getMessage());
    }
    return answer;
  }
}
