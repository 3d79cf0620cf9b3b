import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.AuthorizationResponse;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.JWTAuthenticationClaimsSet;
import com.nimbusds.oauth2.sdk.auth.PrivateKeyJWT;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.id.Audience;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.oauth2.sdk.util.JSONObjectUtils;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import net.minidev.json.JSONObject;

/**
 * Nimbus as a client. The argument is `serve` or `launch`; the first line of standard input is a JSON object of settings. `launch`
 * prints where a person signs in, and reads from the second line where they came back to. The last line printed is a JSON object.
 */
public final class NimbusClient {
  public static void main(String[] arguments) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    JSONObject settings = JSONObjectUtils.parse(lines.readLine());
    OIDCProviderMetadata provider = OIDCProviderMetadata.resolve(new Issuer(text(settings, "issuer")));
    JSONObject read =
        arguments[0].equals("serve") ? serve(settings, provider) : launch(settings, provider, lines);
    System.out.println(read.toJSONString());
  }

  /** Asks `times` times with one assertion, and says what the last answer is. */
  private static JSONObject serve(JSONObject settings, OIDCProviderMetadata provider) throws Exception {
    JWK key = JWK.parse(JSONObjectUtils.getJSONObject(settings, "key"));
    JWSAlgorithm algorithm = JWSAlgorithm.parse(key.getAlgorithm().getName());
    PrivateKey secret = key.getKeyType().getValue().equals("RSA") ? key.toRSAKey().toPrivateKey() : key.toECKey().toPrivateKey();
    JWTAuthenticationClaimsSet claims =
        new JWTAuthenticationClaimsSet(new ClientID(text(settings, "client")), new Audience(text(settings, "audience")));
    PrivateKeyJWT proof = new PrivateKeyJWT(claims, algorithm, secret, key.getKeyID(), null);
    Scope scope = Scope.parse(text(settings, "scope"));
    TokenRequest request =
        new TokenRequest.Builder(provider.getTokenEndpointURI(), proof, new ClientCredentialsGrant()).scope(scope).build();
    TokenResponse response = TokenResponse.parse(request.toHTTPRequest().send());
    for (int left = JSONObjectUtils.getInt(settings, "times") - 1; left > 0; left -= 1)
      response = TokenResponse.parse(request.toHTTPRequest().send());
    if (!response.indicatesSuccess()) return describe(response.toErrorResponse().getErrorObject());
    AccessToken token = response.toSuccessResponse().getTokens().getAccessToken();
    JSONObject read = describe(settings, token);
    read.put("lifetime", token.getLifetime());
    return read;
  }

  private static JSONObject launch(
      JSONObject settings, OIDCProviderMetadata provider, BufferedReader lines) throws Exception {
    ClientID client = new ClientID(text(settings, "client"));
    URI redirect = URI.create(text(settings, "redirect"));
    CodeVerifier verifier = new CodeVerifier();
    Nonce nonce = new Nonce();
    State state = new State();
    AuthorizationRequest request =
        new AuthenticationRequest.Builder(new ResponseType("code"), Scope.parse(text(settings, "scope")), client, redirect)
            .endpointURI(provider.getAuthorizationEndpointURI())
            .codeChallenge(verifier, CodeChallengeMethod.S256)
            .customParameter("aud", text(settings, "base"))
            .nonce(nonce)
            .state(state)
            .build();
    System.out.println(request.toURI());
    AuthorizationResponse answer = AuthorizationResponse.parse(URI.create(lines.readLine()));
    if (!answer.indicatesSuccess()) return describe(answer.toErrorResponse().getErrorObject());
    if (!answer.getState().equals(state)) throw new IllegalStateException("the state is another one");
    AuthorizationCodeGrant grant =
        new AuthorizationCodeGrant(answer.toSuccessResponse().getAuthorizationCode(), redirect, verifier);
    TokenRequest exchange = new TokenRequest.Builder(provider.getTokenEndpointURI(), client, grant).build();
    TokenResponse response = OIDCTokenResponseParser.parse(exchange.toHTTPRequest().send());
    if (!response.indicatesSuccess()) return describe(response.toErrorResponse().getErrorObject());
    OIDCTokenResponse tokens = (OIDCTokenResponse) response.toSuccessResponse();
    ClientID audience = new ClientID(text(settings, "audience"));
    IDTokenValidator validator =
        new IDTokenValidator(provider.getIssuer(), audience, JWSAlgorithm.RS256, provider.getJWKSetURI().toURL());
    IDTokenClaimsSet person = validator.validate(tokens.getOIDCTokens().getIDToken(), nonce);
    JSONObject read = describe(settings, tokens.getOIDCTokens().getAccessToken());
    read.put("fhirUser", person.getStringClaim("fhirUser"));
    read.put("patient", tokens.getCustomParameters().get("patient"));
    return read;
  }

  private static JSONObject describe(JSONObject settings, AccessToken token) throws Exception {
    HTTPRequest request = new HTTPRequest(HTTPRequest.Method.GET, URI.create(text(settings, "read")));
    request.setAuthorization(token.toAuthorizationHeader());
    JSONObject read = new JSONObject();
    read.put("status", request.send().getStatusCode());
    read.put("scope", token.getScope().toString());
    return read;
  }

  private static JSONObject describe(ErrorObject error) {
    JSONObject read = new JSONObject();
    read.put("status", error.getHTTPStatusCode());
    read.put("error", error.getCode());
    return read;
  }

  private static String text(JSONObject settings, String name) throws Exception {
    return JSONObjectUtils.getString(settings, name);
  }
}
