-- A payment names an invoice of its own account, or none. NOT VALID: what was written before is left as it is (nothing
-- was ever paid by it), every row from now on is checked.
alter table billing.payments add foreign key (customer_account, invoice_id)
  references billing.invoices (customer_account, id) not valid;
