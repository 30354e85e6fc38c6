-- Mutes that are there and hold at that moment or later, and those that were deleted since.
-- @result id: !
-- @result configuration: Settings!
SELECT id, configuration, state->>'starts_at' AS made, NULL::timestamptz AS "beganAt", NULL::timestamptz AS "endedAt"
FROM rows
WHERE organization_id = :organization_id AND kind = :kind AND (key_held_until IS NULL OR key_held_until > :since)
UNION ALL
SELECT id, configuration, NULL, began_at, ended_at
FROM gone_mutes
WHERE organization_id = :organization_id AND ended_at > :since
