-- What nobody can use any more, and of the actor's plans that were not applied all but the newest.
DELETE FROM plans
WHERE organization_id = :organization_id
  AND (
    (status = 'applied' AND applied_at < :applied_before)
    OR (status <> 'applied' AND expires_at < :expired_before)
    OR status <> 'applied' AND id IN (
      SELECT id FROM plans
      WHERE organization_id = :organization_id AND actor_id = :actor_id AND status <> 'applied'
      ORDER BY created_at DESC, id DESC
      OFFSET :kept
    )
  )
