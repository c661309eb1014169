import Link2 from 'lucide-react/icons/link-2';
import Share2 from 'lucide-react/icons/share-2';
import { copyText } from '#web/ui/behavior/copy-text.ts';
import { useHydrated } from '#web/ui/behavior/use-hydrated.ts';
import { useMedia } from '#web/ui/behavior/use-media.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import type { ButtonVariant } from '#web/ui/forms/button-class.ts';
import { CopyButton } from '#web/ui/forms/copy-button.tsx';

interface ShareLinkProps {
  /** Of this site. */
  path: string;
  title: string;
  /** What is shared: "link". */
  noun: string;
  variant: ButtonVariant;
  isIconOnPhones?: boolean;
}

/** Whether the device has a share sheet, and fingers to use it: on a desk the clipboard is nearer. */
export function useCanShare(): boolean {
  const isTouched = useMedia('(pointer: coarse)');
  return useHydrated() && isTouched && typeof navigator.share === 'function';
}

/** The share sheet on phones, the clipboard elsewhere. */
export function ShareLink({ path, title, noun, variant, isIconOnPhones = false }: ShareLinkProps) {
  const canShare = useCanShare();
  const isHydrated = useHydrated();
  const url = isHydrated ? `${location.origin}${path}` : path;
  if (!canShare) {
    return (
      <CopyButton
        text={url}
        noun={noun}
        icon={Link2}
        variant={variant}
        size="small"
        isIconOnPhones={isIconOnPhones}
      />
    );
  }
  return (
    <Button
      variant={variant}
      size="small"
      isIcon={isIconOnPhones}
      {...(isIconOnPhones ? { 'aria-label': `Share ${noun}` } : {})}
      onClick={() => void share(title, url)}
    >
      <Share2 aria-hidden />
      {isIconOnPhones ? null : `Share ${noun}`}
    </Button>
  );
}

async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Who closes the sheet has decided.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    if (await copyText(url)) toast({ title: 'Copied!', description: 'Link copied to clipboard' });
    else toast({ title: 'Error', description: 'Sharing failed.', variant: 'destructive' });
  }
}
