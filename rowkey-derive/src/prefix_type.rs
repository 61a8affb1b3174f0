//! Declares the prefix type of a key: the type whose methods build a query, such as `OrderKeyPrefix` for the key
//! `OrderKey`.

use crate::names;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::hash::{DefaultHasher, Hash, Hasher};
use syn::ext::IdentExt;
use syn::{DeriveInput, Path, Visibility};

pub(crate) struct PrefixType<'a> {
    pub(crate) key: &'a Ident,
    /// A hash of the definition of the key, see [`hash`].
    pub(crate) hash: u32,
    pub(crate) vis: &'a Visibility,
    pub(crate) name: &'a Ident,
    pub(crate) krate: Option<&'a Path>,
}

impl PrefixType<'_> {
    /// Returns the name of the module that contains the prefix type, or `None` if the type has no module.
    ///
    /// Derived code imports the type from this module with a glob import. If the user declares another type of the same
    /// name, that type takes precedence, and there is no error.
    ///
    /// If the user wrote a relative path of the crate `rowkey`, the type has no module, because the path may not be
    /// valid inside a module.
    fn module(&self) -> Option<Ident> {
        let is_valid_in_a_module = self.krate.is_none_or(|path| {
            let first = path.segments.first().map(|segment| segment.ident.to_string());
            path.leading_colon.is_some() || first.is_some_and(|first| first == "crate" || first == "$crate")
        });
        let name = || format_ident!("__prefix_of_{}_{:08x}", self.key.unraw(), self.hash, span = Span::call_site());
        is_valid_in_a_module.then(name)
    }

    pub(crate) fn link_to_key(&self) -> String {
        if self.module().is_some() { format!("super::{}", self.key) } else { self.key.to_string() }
    }

    /// Declares the type with the type parameter `next`, the field to set next. `salted` is the type in which a prefix
    /// stores the byte ranges of the fields that the salt is computed from.
    pub(crate) fn declaration(&self, attributes: &TokenStream, next: &Ident, salted: &TokenStream) -> TokenStream {
        let (vis, name) = (self.vis, self.name);
        let private = names::private_path(self.krate);
        let declaration = |vis: TokenStream, field_vis: TokenStream| {
            quote! {
                #attributes
                #vis struct #name<#next>(
                    #field_vis #private::Prefix<#name<#next>, #salted>,
                    #field_vis #private::PhantomData<#next>,
                );
            }
        };
        let lints = quote!(#[allow(dead_code, nonstandard_style, unreachable_pub, clippy::all, clippy::pedantic)]);
        let Some(module) = self.module() else {
            let declaration = declaration(vis.to_token_stream(), TokenStream::new());
            return quote!(#lints #declaration);
        };
        let declaration = declaration(within_a_module(vis), quote!(pub(super)));
        quote! {
            #lints
            mod #module {
                #declaration
            }
            #[allow(ambiguous_glob_reexports, hidden_glob_reexports, unused_imports)]
            #vis use #module::*;
        }
    }

    pub(crate) fn import(&self, imported: &Ident) -> TokenStream {
        let name = self.name;
        match self.module() {
            Some(module) if name == imported => quote!(use #module::#name;),
            Some(module) => quote!(use #module::#name as #imported;),
            None if name == imported => TokenStream::new(),
            None => quote!(use #name as #imported;),
        }
    }
}

/// Returns a hash of the definition of a key and of the place of this definition in the source code.
///
/// The hash makes the name of the module unique. In `mod inner { use super::*; .. }`, a key can have the same name as a
/// key of the outer module. If the modules of both keys had the same name, the name would be ambiguous: the compiler
/// does not prefer the inner module to the imported module, because both come from macros.
pub(crate) fn hash(input: &DeriveInput) -> u32 {
    let mut hasher = DefaultHasher::new();
    input.to_token_stream().to_string().hash(&mut hasher);
    if proc_macro::is_available() {
        hash_place(input.ident.span().unwrap(), &mut hasher);
    }
    #[allow(clippy::cast_possible_truncation, reason = "32 bits are enough to distinguish a few keys")]
    let hash = hasher.finish() as u32;
    hash
}

/// Hashes what distinguishes a key from a copy of the key in another module: the file and the column.
///
/// Does not hash the line, which each change of the code above the key would change. Hashes only the last two names in
/// the path of the file, because the folders above them differ between machines.
fn hash_place(span: proc_macro::Span, hasher: &mut DefaultHasher) {
    span.column().hash(hasher);
    let file = span.file();
    for name in file.rsplit(['/', '\\']).take(2) {
        name.hash(hasher);
    }
}

/// Converts the visibility of the user's item to the same visibility for an item in a submodule.
fn within_a_module(vis: &Visibility) -> TokenStream {
    match vis {
        Visibility::Public(_) => quote!(pub),
        Visibility::Inherited => quote!(pub(super)),
        Visibility::Restricted(restricted) => {
            let path = restricted.path.to_token_stream();
            match restricted.path.segments.first() {
                Some(first) if first.ident == "self" => {
                    let rest = path.into_iter().skip(1);
                    quote!(pub(in super #(#rest)*))
                }
                Some(first) if first.ident == "super" => quote!(pub(in super::#path)),
                _ => quote!(#vis),
            }
        }
    }
}
