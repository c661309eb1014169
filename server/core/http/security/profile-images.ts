/** Google's host for profile images: the only other host a member's page may load anything from. */
export const PROFILE_IMAGE_ORIGIN = 'https://lh3.googleusercontent.com';

const MAX_CHARACTERS = 2000;

/**
 * A member's profile image if the content security policy allows its origin; null otherwise, and pages show a letter.
 * Applied to what the provider sends, and again to what is stored before it is sent to anybody.
 */
export function allowedProfileImage(candidate: unknown): string | null {
  if (typeof candidate !== 'string' || candidate.length > MAX_CHARACTERS) return null;
  const url = URL.parse(candidate);
  return url?.origin === PROFILE_IMAGE_ORIGIN && !url.username && !url.password ? url.href : null;
}
