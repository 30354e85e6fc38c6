-- What a mute keeps back as well is announced when that ends.
UPDATE alerts
SET inhibited_by = NULL, inhibiting_alert = NULL,
  announced_at = CASE WHEN muted_by IS NULL AND unconfirmed_since IS NULL THEN coalesce(announced_at, now())
    ELSE announced_at END
WHERE organization_id = :organization_id AND id = ANY (:ids::text[])
