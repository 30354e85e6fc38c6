-- Who joins or leaves an organization, and what becomes of the account then, is decided one after the other.
SELECT id FROM users WHERE email_folded = :email_folded FOR UPDATE
