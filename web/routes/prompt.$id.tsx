import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { authQuery } from '#web/features/account/account.queries.ts';
import { paths } from '#web/paths.ts';

/** Reading a prompt needs sign-in (SPEC section 2): visitors sign in first and come back. */
export const Route = createFileRoute('/prompt/$id')({
  beforeLoad: async ({ context: { queryClient }, params: { id } }) => {
    const auth = await queryClient.ensureQueryData(authQuery());
    if (!auth.authenticated) throw redirect({ to: '/login', search: { returnUrl: paths.prompt(id) } });
    // Nobody can be signed in before accounts exist; their page comes with them.
    throw notFound();
  },
});
