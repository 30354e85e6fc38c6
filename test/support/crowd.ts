/** Rows in every table, as many as are asked for: what statements are planned on, and what a backup has to keep. */

/** One statement after the other. @param organizations with six people each */
export function crowdOf(organizations: number): string {
  const people = organizations * 6;
  return `
  INSERT INTO organizations (id, slug, name, plan, created_at)
  SELECT 'org_' || o, 'org-' || o, 'Organization ' || o, 'business', now() FROM generate_series(1, ${organizations}) AS o;
  INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state, revision, managed_by, created_at, updated_at)
  SELECT 'org_' || o, 'kind_' || n % 4, 'row_' || n, 'key ' || n, 'key ' || n, '{"name": "x", "is_default": false}', '{}', '{}', n,
    CASE WHEN n > 40 THEN 'set_' || n % 10 END, now(), now()
  FROM generate_series(1, ${organizations}) AS o, generate_series(1, 60) AS n;
  INSERT INTO plan_quotas (plan, quotas) VALUES ('business', '{"teams": 50}');
  INSERT INTO organization_use (organization_id, minute, requests, refused, database_ms)
  SELECT 'org_' || o, date_trunc('minute', now()) - n * interval '1 minute', n, 0, 1.5 FROM generate_series(1, ${organizations}) AS o, generate_series(1, 60) AS n;
  INSERT INTO alert_incidents (organization_id, kind, id, incident_id, revision, reopened)
  SELECT organization_id, kind, id, id, '1', 0 FROM rows;
  INSERT INTO maintenance_mutes (organization_id, incident_id, mute_id, services, starts_at, ends_at)
  SELECT organization_id, id, id, '{}', now(), now() FROM rows;
  INSERT INTO drills (organization_id, id, until, labels, annotations, connector_id, begun_by, deadline, status, ended_at)
  SELECT organization_id, kind || id, 'sent', '{}', '{}', id, 'x', now(), CASE WHEN id = 'row_7' THEN 'running' ELSE 'proved' END,
    CASE WHEN id <> 'row_7' THEN now() END FROM rows WHERE id IN ('row_7', 'row_8', 'row_9');
  INSERT INTO drill_routes (organization_id, route_id, schedule, prove_every_days, next_at, proved_at)
  SELECT organization_id, id, '{}', 30, now() + CASE WHEN id = 'row_7' THEN interval '-1 day' ELSE interval '1 day' END, now() FROM rows WHERE kind = 'kind_1';
  INSERT INTO range_queries (organization_id, id, connector_id, query, starts_at, steps, deadline, answer)
  SELECT organization_id, kind || id, id, 'x', now(), 1, now() + CASE WHEN id = 'row_7' THEN interval '-1 day' ELSE interval '1 day' END, CASE WHEN id <> 'row_7' THEN '{}'::jsonb END FROM rows;
  INSERT INTO drill_agents (organization_id, connector_id, asked_at) SELECT organization_id, id, now() FROM rows WHERE kind = 'kind_1';
  INSERT INTO kept_answers (organization_id, credential, key, act, attempt, node, begun_at, alive_until, answer)
  SELECT 'org_' || o, 'key key_' || n % 5, 'key ' || n, 'x', 'req_' || o || '_' || n, 'node', now() - n * interval '1 hour', now(), 'x'
  FROM generate_series(1, ${organizations}) AS o, generate_series(1, 60) AS n;
  INSERT INTO taken_back_calls (call, at) SELECT 'call ' || n, now() + n * interval '1 second' FROM generate_series(1, 9000) AS n;
  INSERT INTO row_references (organization_id, kind, id, field, to_kind, to_id, cascades)
  SELECT 'org_' || o, 'kind_' || n % 4, 'row_' || n, 'to', 'kind_1', 'row_1', false
  FROM generate_series(1, ${organizations}) AS o, generate_series(2, 30) AS n;
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource, row_id, outcome, changes, request_id, plan_id, plan_records)
  SELECT 'org_' || o, now() - n * interval '1 minute', 'key', 'key_' || n % 5, 'x', 'rest', 'update_thing', 'kind_' || n % 4, 'row_' || n, 'success', '[]', 'req',
    CASE WHEN n > 30 THEN 'plan_' || n % 5 END, CASE WHEN n > 30 THEN 6 END
  FROM generate_series(1, ${organizations}) AS o, generate_series(1, 60) AS n;
  INSERT INTO audit_outbox (organization_id, sequence, code)
  SELECT organization_id, sequence, 'code' FROM audit_records WHERE row_id = 'row_7';
  INSERT INTO audit_refused (organization_id, sequence, code, at)
  SELECT organization_id, sequence, 'code', now() FROM audit_records WHERE row_id IN ('row_8', 'row_9');
  INSERT INTO users (id, email, email_folded, name, created_at)
  SELECT 'user_' || u, u || '@example.com', u || '@example.com', 'x', now() FROM generate_series(1, ${people}) AS u;
  INSERT INTO members (organization_id, user_id, role, accepted_at, created_at)
  SELECT 'org_' || 1 + u % ${organizations}, 'user_' || u, 'member', now(), now() FROM generate_series(1, ${people}) AS u;
  INSERT INTO rota_feeds (organization_id, kind, id, owner, user_id, token_hash)
  SELECT organization_id, 'kind_1', 'row_1', user_id, user_id, decode(md5(organization_id || user_id), 'hex') FROM members;
  INSERT INTO account_feeds (user_id, token_hash)
  SELECT id, decode(md5(id), 'hex') FROM users;
  INSERT INTO account_feed_events (user_id, organization_id)
  SELECT user_id, organization_id FROM members;
  INSERT INTO list_views (organization_id, user_id, kind, name, query, saved_at)
  SELECT organization_id, user_id, 'kind_1', 'view ' || n, 'q=x', now() FROM members, generate_series(1, 3) AS n;
  INSERT INTO figures (organization_id, kind, id, span, at, weight, figures)
  SELECT organization_id, kind, id, 300, now() - n * interval '5 minutes', 1, '{"x": [1]}' FROM rows, generate_series(1, 3) AS n;
  INSERT INTO slo_history (organization_id, kind, id, day, steps, total, bad)
  SELECT organization_id, kind, id, current_date - n, 1, '\\x00000000', '\\x00000000' FROM rows, generate_series(1, 3) AS n;
  INSERT INTO api_keys (organization_id, id, hash, name, scopes, prefix, created_by, created_at)
  SELECT 'org_' || 1 + k % ${organizations}, 'key_' || k, decode(md5(k::text), 'hex'), 'x', '{api:admin}', 'x', 'x', now() FROM generate_series(1, ${people}) AS k;
  INSERT INTO sso_connections (organization_id, enabled, require_sso, settings, sealed_secret)
  SELECT 'org_' || o, true, false, jsonb_build_object('issuer', repeat('x', 200)), 'x' FROM generate_series(1, ${organizations}) AS o;
  INSERT INTO sso_identities (organization_id, issuer, subject, user_id, linked_at)
  SELECT organization_id, 'issuer ' || organization_id, user_id, user_id, now() FROM members;
  INSERT INTO sso_pending (hash, organization_id, purpose, content, expires_at)
  SELECT decode(md5(p::text), 'hex'), 'org_' || 1 + p % ${organizations}, 'sign_in', '{}', now() + p * interval '1 minute' FROM generate_series(1, ${people}) AS p;
  INSERT INTO scim_tokens (organization_id, id, hash, name, prefix, created_by, created_at)
  SELECT 'org_' || 1 + t % ${organizations}, 'scimtoken_' || t, decode(md5(t::text), 'hex'), 'x', 'x', 'x', now() FROM generate_series(1, ${people}) AS t;
  INSERT INTO scim_users (organization_id, id, user_id, waits, user_name_folded, external_id, content, created_at, changed_at)
  SELECT organization_id, 'scim_' || user_id, user_id, false, user_id, user_id, '{}', now(), now() FROM members;
  INSERT INTO scim_groups (organization_id, id, display_name, external_id, created_at, changed_at)
  SELECT 'org_' || o, 'group_' || n, 'group ' || n, n::text, now(), now() FROM generate_series(1, ${organizations}) AS o, generate_series(1, 10) AS n;
  INSERT INTO scim_group_members (organization_id, group_id, scim_user_id)
  SELECT organization_id, 'group_' || n, id FROM scim_users, generate_series(1, 3) AS n;
  INSERT INTO scim_marks (organization_id, mark, scim_user_id)
  SELECT organization_id, 'mark ' || id, id FROM scim_users;
  INSERT INTO tokens (id, user_id, hash, name, prefix, organizations, created_at)
  SELECT 'pat_' || t, 'user_' || t, decode(md5(t::text), 'hex'), 'x', 'x', '{org_1}', now() FROM generate_series(1, ${people}) AS t;
  INSERT INTO oauth_clients (id, name, redirect_uris, used_at)
  SELECT 'client_' || c, 'x', '{https://example.com/callback}', now() - c * interval '1 minute' FROM generate_series(1, ${people}) AS c;
  INSERT INTO oauth_grants (token_id, client_id, redirect_uri, code_hash, code_challenge, code_expires_at, redeemed_at, family_hash)
  SELECT 'pat_' || t, 'client_' || t % 1000, 'x', decode(md5(t::text), 'hex'), 'x', now(), CASE WHEN t > 20 THEN now() END,
    decode(md5(t::text), 'hex') FROM generate_series(1, ${people}) AS t;
  INSERT INTO sessions (hash, id, user_id, created_at, last_used_at, by_password, sso_organizations)
  SELECT decode(md5(s::text), 'hex'), 'ses_' || s, 'user_' || s, now(), now(), false, ARRAY['org_' || 1 + s % ${organizations}] FROM generate_series(1, ${people}) AS s;
  INSERT INTO second_factors (id, user_id, kind, name, created_at, confirmed_at, credential_id, public_key, sealed_secret)
  SELECT 'factor_' || f, 'user_' || f, CASE WHEN f % 2 = 0 THEN 'totp' ELSE 'passkey' END, 'x', now(), now(),
    CASE WHEN f % 2 = 1 THEN 'credential ' || f END, CASE WHEN f % 2 = 1 THEN '\\x00'::bytea END, CASE WHEN f % 2 = 0 THEN 'x' END
  FROM generate_series(1, ${people}) AS f;
  INSERT INTO recovery_codes (user_id, hash)
  SELECT 'user_' || u, decode(md5(u || '/' || n), 'hex') FROM generate_series(1, ${people}) AS u, generate_series(1, 10) AS n;
  INSERT INTO push_keys (id, public_key, sealed_private_key, made_at)
  SELECT 'pushkey_' || k, k::text, 'x', now() FROM generate_series(1, 3) AS k;
  INSERT INTO ways (id, user_id, kind, name, sealed_address, bucket, push_key_id, created_at, verified_at)
  SELECT 'way_' || u || '_' || n, 'user_' || u, CASE n WHEN 1 THEN 'push' ELSE 'sms' END, 'x', repeat('x', 400), (u * 3 + n) % 4096,
    CASE n WHEN 1 THEN 'pushkey_1' END, now() - n * interval '1 day', CASE WHEN u % 50 > 0 THEN now() END
  FROM generate_series(1, ${people}) AS u, generate_series(1, 2) AS n;
  INSERT INTO way_steps (user_id, urgency, place, way_id, after_seconds)
  SELECT user_id, 'page', row_number() OVER (PARTITION BY user_id), id, 0 FROM ways;
  INSERT INTO second_factor_challenges (hash, user_id, purpose, passkey_challenge, expires_at)
  SELECT decode(md5(c::text), 'hex'), 'user_' || c, 'sign_in', 'x', now() + c * interval '1 minute' FROM generate_series(1, ${people}) AS c;
  INSERT INTO sso_sign_ins (session_hash, organization_id, sealed_id_token)
  SELECT hash, 'org_1', 'x' FROM sessions;
  INSERT INTO invitations (hash, organization_id, user_id, expires_at)
  SELECT decode(md5(user_id), 'hex'), organization_id, user_id, now() FROM members;
  INSERT INTO password_resets (hash, user_id, expires_at)
  SELECT decode(md5(u::text), 'hex'), 'user_' || u, now() FROM generate_series(1, ${people}) AS u;
  INSERT INTO service_names (kind, field, value, organization_id)
  SELECT 'kind_' || n % 4, 'slug_' || n, 'org-' || o, 'org_' || o FROM generate_series(1, ${organizations}) AS o, generate_series(1, 10) AS n;
  INSERT INTO discoveries (organization_id, service, environment, reported, at)
  SELECT 'org_' || o, 'service ' || n, '', '{}', now() FROM generate_series(1, ${organizations}) AS o, generate_series(1, 20) AS n;
  INSERT INTO git_syncs (organization_id, id, url, enabled, poll_seconds, due_at)
  SELECT organization_id, kind || id, 'https://git.example.com/acme.git', true, 300,
    now() + CASE WHEN id = 'row_7' THEN interval '-1 minute' ELSE interval '1 hour' END FROM rows;
  INSERT INTO git_host_keys (organization_id, host, known_hosts)
  SELECT 'org_' || o, 'git-' || n || '.example.com', 'x' FROM generate_series(1, ${organizations}) AS o, generate_series(1, 20) AS n;
  INSERT INTO heartbeats (organization_id, id, enabled, every_minutes, grace_minutes, token_hash, sealed_token, signal_at, expected_at, due_at, missing_since, notified_at)
  SELECT 'org_' || o, 'beat_' || n, true, 5, 5, md5(o || '/' || n), 'x', now(), now(), now() + n * interval '1 minute',
    CASE WHEN n > 95 THEN now() END, CASE WHEN n > 95 THEN now() END
  FROM generate_series(1, ${organizations}) AS o, generate_series(1, 100) AS n;
  INSERT INTO deploy_overrides (organization_id, service, allow, reason, by, created_at, until)
  SELECT 'org_' || o, 'service ' || n, true, 'x', 'x', now(), now() FROM generate_series(1, ${organizations}) AS o, generate_series(1, 20) AS n;
  INSERT INTO audit_seals (organization_id, position, sequence, seal)
  SELECT organization_id, row_number() OVER (PARTITION BY organization_id ORDER BY sequence), sequence, 'x' FROM audit_records;
  INSERT INTO audit_heads (organization_id, position, seal, code, logged_position, logged_at)
  SELECT id, 60, 'x', '2.x', 60, now() FROM organizations;
  INSERT INTO audit_checkpoints (organization_id, position, seal, code, at)
  SELECT 'org_' || o, n, 'x', 'x', now() FROM generate_series(1, ${organizations}) AS o, generate_series(1, 20) AS n;
  INSERT INTO events (organization_id, id, event, title, labels, dedupe_key, decision, at)
  SELECT 'org_' || o, 'evt_' || n, 'slo_breach', 'x', '{}', 'key ' || n, '{}', now() - n * interval '1 day'
  FROM generate_series(1, ${organizations}) AS o, generate_series(1, 60) AS n;
  INSERT INTO deliveries (organization_id, id, channel, target, lane, source, subject, payload, status, created_at, trying_since, next_attempt_at, ended_at)
  SELECT 'org_' || o, 'dlv_' || n, 'email', 'x', 'partition ' || n % 5, 'source ' || n, 'x', '{}',
    CASE n WHEN 1 THEN 'queued' WHEN 2 THEN 'held' WHEN 3 THEN 'parked' ELSE 'sent' END,
    now(), now(), now(), CASE WHEN n > 3 THEN now() - n * interval '1 day' END
  FROM generate_series(1, ${organizations}) AS o, generate_series(1, 60) AS n;
  INSERT INTO plans (organization_id, id, status, actor_id, sealed_request, head, difference, created_at, expires_at, applied_at)
  SELECT 'org_' || o, 'plan_' || n, CASE WHEN n > 5 THEN 'applied' ELSE 'open' END, 'key_' || n % 5, 'x', '{}', '{}',
    now() - n * interval '1 day', now(), now()
  FROM generate_series(1, ${organizations}) AS o, generate_series(1, 30) AS n;
  INSERT INTO plan_sets (organization_id, name, sealed_request, plan_id, applied_at)
  SELECT 'org_' || o, 'set_' || n, 'x', 'plan_1', now() FROM generate_series(1, ${organizations}) AS o, generate_series(1, 10) AS n;
  INSERT INTO proposals (organization_id, id, status, author_id, sealed_request, head, digest, shown, touches, progress, created_at, due_at)
  SELECT 'org_' || o, 'prop_' || n, CASE WHEN n > 5 THEN 'applied' ELSE 'open' END, 'key_' || n % 5, 'x', '{}', 'x', '{}', ARRAY['teams/team_' || n],
    '{}', now() - n * interval '1 day', CASE WHEN n = 1 THEN now() END
  FROM generate_series(1, ${organizations}) AS o, generate_series(1, 30) AS n;
  INSERT INTO proposal_acts (organization_id, proposal_id, place, act)
  SELECT 'org_' || o, 'prop_' || n, place, '{}' FROM generate_series(1, ${organizations}) AS o, generate_series(1, 30) AS n, generate_series(1, 3) AS place;
  INSERT INTO gone_mutes (organization_id, id, configuration, began_at, ended_at)
  SELECT 'org_' || o, 'mute_' || n, '{}', now() - n * interval '1 hour', now() - n * interval '30 minutes'
  FROM generate_series(1, ${organizations}) AS o, generate_series(1, 60) AS n;
  INSERT INTO hosted_connectors (organization_id, connector_id)
  SELECT 'org_' || o, 'conn_' || n FROM generate_series(1, ${organizations}) AS o, generate_series(1, 5) AS n;
  INSERT INTO render_acknowledgements (organization_id, connector_id, instance, digest, ok, targets, at)
  SELECT 'org_' || o, 'conn_' || n, 'agent', 'x', true, '[]', now() FROM generate_series(1, ${organizations}) AS o, generate_series(1, 20) AS n;
  INSERT INTO alerts (organization_id, id, connector_id, fingerprint, started_at, labels, annotations, title, service, resolved_at, closed_at, muted_by)
  SELECT 'org_' || o, 'alert_' || n, 'conn_' || n % 3, 'print ' || n, now() - n * interval '1 minute', '{}', '{}', 'x', 'service ' || n % 5,
    CASE WHEN n > 5 THEN now() END, CASE WHEN n > 5 THEN now() - n * interval '1 day' END, CASE WHEN n = 5 THEN 'mute_1' END
  FROM generate_series(1, ${organizations}) AS o, generate_series(1, 60) AS n;
  INSERT INTO alert_label_sets (organization_id, hash, labels, bytes, last_ended_at)
  SELECT 'org_' || o, decode(md5(n::text), 'hex'), '{}', 2, now() - n * interval '1 day' FROM generate_series(1, ${organizations}) AS o, generate_series(1, 30) AS n;
  INSERT INTO alert_history (organization_id, id, connector_id, label_set, title, started_at, ended_at, sent)
  SELECT 'org_' || o, 'alert_' || n, 'conn_' || n % 3, decode(md5((1 + n % 30)::text), 'hex'), 'x', now() - n * interval '1 day', now() - n * interval '1 day', '{}'
  FROM generate_series(1, ${organizations}) AS o, generate_series(1, 60) AS n;
  INSERT INTO alert_history_cuts (organization_id, cut_at) SELECT id, now() FROM organizations;
  INSERT INTO gate_verdicts (organization_id, minute, service, hash, asked_at, count, allowed, held_by, facts, bytes)
  SELECT 'org_' || o, now() - n * interval '1 hour', 'checkout', '\\x00', now(), 1, true, '{}', '[]', 100
  FROM generate_series(1, ${organizations}) AS o, generate_series(1, 60) AS n;
  INSERT INTO gate_verdict_cuts (organization_id, cut_at) SELECT id, now() FROM organizations;
  INSERT INTO alert_routings (organization_id, alert_id, route_id, group_key, group_labels)
  SELECT organization_id, id, 'route_' || n, 'group ' || connector_id, '{}' FROM alerts, generate_series(1, 2) AS n;
  INSERT INTO alert_timers (organization_id, alert_id, rule_id, step, due_at)
  SELECT organization_id, id, 'outr_1', 1, now() + interval '1 hour' FROM alerts;
  INSERT INTO delivery_alerts (organization_id, alert_id, source, sender_id)
  SELECT organization_id, id, 'source ' || n, 'route_1' FROM alerts, generate_series(1, 2) AS n;
  INSERT INTO alert_on_call (organization_id, alert_id, sender_id, rota_id, role, at, rota_name, outcome, receivers, reason)
  SELECT organization_id, id, 'route_1', 'rota_1', 'primary', now() - n * interval '1 hour', 'x', 'nobody', '{}', 'x'
  FROM alerts, generate_series(1, 2) AS n;
  INSERT INTO pages (organization_id, id, source, email, sender_id, rota_id, role, urgent, message, why, steps, taken, due_at,
    closed_at, outcome)
  SELECT organization_id, 'page_' || id || '_' || n, 'source ' || n || ' ' || id, id || '@example.com', 'route_1', 'rota_1', 'primary', true,
    '{}', '{}', '[]', 0, CASE WHEN n = 20 THEN now() + interval '1 hour' END,
    CASE WHEN n < 20 THEN now() - n * interval '1 day' END, CASE WHEN n < 20 THEN 'ended' END
  FROM alerts, generate_series(1, 20) AS n WHERE id LIKE '%1';
  INSERT INTO page_tokens (hash, organization_id, page_id, way, expires_at)
  SELECT convert_to(organization_id || id, 'UTF8'), organization_id, id, 'push', now() + interval '1 hour' FROM pages;
  INSERT INTO phone_messages (way_id, about, sent_at)
  SELECT 'way_' || n % 50, 'group', now() - n * interval '1 minute' FROM generate_series(1, 2000) AS n;
  INSERT INTO unheld_silences (organization_id, connector_id, count, named)
  SELECT 'org_' || o, 'conn_' || n, 1, '[]' FROM generate_series(1, ${organizations}) AS o, generate_series(0, 2) AS n;
  INSERT INTO alert_silences (organization_id, connector_id, silence_id, mute_id, made_there)
  SELECT 'org_' || o, 'conn_' || n % 3, 'silence_' || n, 'mute_1', false FROM generate_series(1, ${organizations}) AS o, generate_series(1, 30) AS n;
  INSERT INTO alert_truncated_groups (organization_id, connector_id, group_key, receiver, group_labels, noted_at)
  SELECT 'org_' || o, 'conn_' || n % 3, 'group ' || n, 'route_1', '{}', now() - n * interval '1 minute' FROM generate_series(1, ${organizations}) AS o, generate_series(1, 30) AS n;
  INSERT INTO alert_overflows (organization_id, connector_id, fingerprint, title)
  SELECT 'org_' || o, 'conn_' || n % 3, 'print ' || n, 'x' FROM generate_series(1, ${organizations}) AS o, generate_series(1, 30) AS n;
  INSERT INTO held_firings (organization_id, connector_id, fingerprint, started_at, receiver, group_key, group_labels, said, due_at)
  SELECT 'org_' || o, 'conn_' || n % 3, 'print ' || n, now(), 'route_1', 'group', '{}', '{}', now() + n * interval '1 minute'
  FROM generate_series(1, ${organizations}) AS o, generate_series(1, 30) AS n;
  INSERT INTO alert_mute_summaries (organization_id, mute_id, ends_at)
  SELECT 'org_' || o, 'mute_' || n, now() + n * interval '1 hour' FROM generate_series(1, ${organizations}) AS o, generate_series(1, 30) AS n;
  INSERT INTO component_statuses (organization_id, kind, id, since, until, status, counted_at)
  SELECT organization_id, kind, id, now() - n * interval '1 day', CASE WHEN n > 1 THEN now() - (n - 1) * interval '1 day' END, 'operational', now()
  FROM rows, generate_series(1, 10) AS n WHERE kind = 'kind_1';
  INSERT INTO component_days (organization_id, kind, id, day, operational, degraded_performance, partial_outage, major_outage, under_maintenance)
  SELECT organization_id, kind, id, now()::date - n, 86400, 0, 0, 0, 0
  FROM rows, generate_series(1, 10) AS n WHERE kind = 'kind_1';
  INSERT INTO status_pages (organization_id, version) SELECT id, 1 FROM organizations;
  INSERT INTO page_moves (organization_id) SELECT id FROM organizations;
  INSERT INTO announced_shifts (organization_id, looked_until, announced) SELECT id, now(), '{"rotas": {}, "absences": []}' FROM organizations;
  INSERT INTO maintained_components (organization_id, kind, id, status_before)
  SELECT organization_id, kind, id, 'operational' FROM rows WHERE kind = 'kind_1';
  INSERT INTO status_page_subscribers (organization_id, id, channel, address_code, sealed_address, component_ids, status, created_at)
  SELECT 'org_' || o, 'sub_' || n, 'email', 'code ' || n, 'x', '{}', CASE WHEN n > 2 THEN 'confirmed' ELSE 'pending' END, now()
  FROM generate_series(1, ${organizations}) AS o, generate_series(1, 30) AS n;
  INSERT INTO status_page_messages (organization_id, subscriber_id, incident_id, at, next_attempt_at)
  SELECT organization_id, id, 'spi_' || n, now(), now() + n * interval '1 minute' FROM status_page_subscribers, generate_series(1, 3) AS n;
  INSERT INTO former_page_names (name, organization_id, until) SELECT 'former-' || id, id, now() FROM organizations;
  INSERT INTO alert_mute_starts (organization_id, mute_id, starts_at)
  SELECT 'org_' || o, 'mute_' || n, now() + n * interval '1 hour' FROM generate_series(1, ${organizations}) AS o, generate_series(1, 30) AS n;
  INSERT INTO rate_use (credential, used, at)
  SELECT decode(md5(c::text), 'hex'), 1, now() FROM generate_series(1, ${people}) AS c;
  INSERT INTO installation (name, value) SELECT 'value ' || n, 'x' FROM generate_series(1, 5) AS n;
  INSERT INTO nodes (id, place, key_ids, seen_at) SELECT 'node_' || n, 'x', '{a}', now() - interval '1 day' FROM generate_series(1, 5) AS n;
  INSERT INTO audit_forwarded (organization_id, position) SELECT id, 1 FROM organizations;
`;
}
