-- Whoever has joined, or is kept here by the organization's own provider (SCIM): nobody else's address is written to.
(member.accepted_at IS NOT NULL OR EXISTS (
  SELECT FROM scim_users AS kept
  WHERE kept.organization_id = member.organization_id AND kept.user_id = member.user_id))
