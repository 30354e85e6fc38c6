-- The grant with its token, both locked. `alive`: the person is still a member of one of its organizations.
SELECT held.token_id AS "tokenId", held.client_id AS "clientId", held.redirect_uri AS "redirectUri",
  held.code_challenge AS "codeChallenge", held.code_expires_at AS "codeExpiresAt", held.redeemed_at AS "redeemedAt",
  held.refresh_hash AS "refreshHash", token.user_id AS "userId", token.name, token.organizations,
  token.max_role AS "maxRole", token.expires_at AS "expiresAt", person.email,
  EXISTS (
    SELECT FROM members AS member
    WHERE member.user_id = token.user_id AND member.accepted_at IS NOT NULL
      AND member.organization_id = ANY (token.organizations)
  ) AS alive
FROM oauth_grants AS held
JOIN tokens AS token ON token.id = held.token_id AND token.revoked_at IS NULL
  AND (token.expires_at IS NULL OR token.expires_at > :now)
JOIN users AS person ON person.id = token.user_id
