-- What nobody can use any more, and of the actor's plans that were not applied all but the newest, within two bounds.
DELETE FROM plans
WHERE organization_id = :organization_id
  AND (
    (status = 'applied' AND applied_at < :applied_before)
    OR (status <> 'applied' AND expires_at < :expired_before)
    OR status <> 'applied' AND id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER newest AS place,
          sum(octet_length(sealed_request) + octet_length(difference)) OVER newest AS bytes
        FROM plans
        WHERE organization_id = :organization_id AND actor_id = :actor_id AND status <> 'applied'
        WINDOW newest AS (ORDER BY created_at DESC, id DESC)
      ) AS own
      WHERE place > :kept_plans OR (place > 1 AND bytes > :kept_bytes)
    )
  )
