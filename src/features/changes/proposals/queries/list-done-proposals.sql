-- Those whose plans these are, and those that were kept at one of these moments together with what they did.
SELECT id, head, progress, touches, created_at AS "createdAt"
FROM proposals
WHERE organization_id = :organization_id AND status IN ('applied', 'confirmed', 'reverted')
  AND (created_at = ANY (:moments::timestamptz[])
    OR EXISTS (SELECT FROM unnest(:plan_ids::text[]) AS plan (id) WHERE position(plan.id IN progress) > 0))
