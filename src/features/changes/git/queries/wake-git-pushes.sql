-- Sources that write to their repository are due once a row of such a kind was written since they were looked at.
UPDATE git_syncs AS one SET due_at = now()
WHERE pushes AND enabled AND (due_at IS NULL OR due_at > now()) AND (held_until IS NULL OR held_until < now())
  AND EXISTS (
    SELECT FROM audit_records
    WHERE organization_id = one.organization_id AND sequence > one.seen_sequence
      AND resource = ANY (:kinds::text[]) AND outcome = 'success'
  )
