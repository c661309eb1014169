type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

/** A refusal in the words of RFC 6749 section 5.2, RFC 7591 section 3.2.2 or RFC 8707 section 2. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;

  /** @param message for the people who look after the client */
  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.name = 'OAuthError';
    this.code = code;
    this.status = code === 'invalid_client' ? 401 : 400;
  }
}
