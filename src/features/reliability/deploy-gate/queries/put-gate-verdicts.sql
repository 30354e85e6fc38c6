-- Of any organizations, each verdict with how often it was asked for. What is there already from the same minute counts more.
INSERT INTO gate_verdicts AS known (organization_id, minute, service, hash, asked_at, count, allowed, held_by, facts, bytes)
SELECT given.organization_id, date_trunc('minute', asked_at), service,
  sha256(convert_to(concat_ws(' ', allowed, held_by, facts), 'UTF8')), asked_at, count, allowed,
  string_to_array(held_by, ','), facts::jsonb, octet_length(service) + octet_length(held_by) + octet_length(facts) + 100
FROM unnest(:organization_ids::text[], :services::text[], :asked_at::timestamptz[], :counts::integer[], :allowed::boolean[],
  :held_by::text[], :facts::text[])
  AS given (organization_id, service, asked_at, count, allowed, held_by, facts)
WHERE (SELECT id FROM organizations WHERE id = given.organization_id) IS NOT NULL
ORDER BY 1, 2, 3, 4
ON CONFLICT (organization_id, minute, service, hash) DO UPDATE SET count = known.count + excluded.count
