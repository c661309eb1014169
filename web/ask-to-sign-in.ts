import { paths } from '#web/paths.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** For a visitor who pressed what only members have: says so, with a way to sign in and come back to this page. */
export function askToSignIn(description: string): void {
  toast({
    title: 'Sign In Required',
    description,
    icon: 'info',
    action: {
      label: 'Sign In',
      description: 'Sign In: you come back to this page',
      onPress: () => location.assign(paths.login(location.pathname + location.search)),
    },
  });
}
